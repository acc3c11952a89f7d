"""All settings, with their defaults and descriptions. Entry points load them once and pass them on.

`make settings` generates `docs/settings.md` and `.env.example` from this module.
"""

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Literal, Self

import platformdirs
from dotenv import find_dotenv
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from narabot.deprecations import renamed_settings
from narabot.errors import SettingsError
from narabot.setting_faults import fault_sentence, raise_for_faults

ChunkerName = Literal["default", "simple", "semantic", "smart"]
"""Methods for splitting texts into chunks."""


NER_CLASS_PATTERN = "PERSON|ORGANIZATION|LOCATION|COUNTRY|EVENT|WORK_OF_ART|PRODUCT|AWARD"
"""Regular expression for the classes of names that the NER model detects."""


def default_data_dir() -> Path:
    """Return `narabot-data` in a source checkout, otherwise the user's data folder."""
    checkout = Path(__file__).resolve().parents[1]
    if (checkout / "pyproject.toml").is_file():
        return checkout / "narabot-data"
    return Path(platformdirs.user_data_dir("narabot"))


class Settings(BaseSettings):
    """All settings. Environment variables override `.env`, which overrides the defaults."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_ignore_empty=True, env_file_encoding="utf-8"
    )

    narabot_data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Folder for the embedded database, its password, logs, and rejected lines. "
        "Default: `narabot-data` in a source checkout, otherwise the user's data "
        "folder.",
    )
    narabot_cache_dir: Path = Field(
        default_factory=lambda: Path(sys.prefix) / "share" / "narabot",
        description="Folder for downloaded Neo4j jars and the exported embedding model. "
        "Default: `share/narabot` in the Python environment.",
    )
    narabot_log_questions: bool = Field(
        False, description="Whether to include questions in logs and OpenTelemetry traces."
    )
    narabot_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "WARNING",
        description="Minimum severity of logged messages: `DEBUG`, `INFO`, `WARNING`, or `ERROR`.",
    )

    neo4j_uri: str | None = Field(
        None,
        description="URI of your own Neo4j server (5.23 or later, with APOC), such as "
        "bolt://localhost:7687. If empty, narabot uses its embedded server.",
    )
    neo4j_username: str = Field("neo4j", description="User name for NEO4J_URI.")
    neo4j_password: SecretStr | None = Field(None, description="Password for NEO4J_URI.")
    neo4j_database: str = Field("neo4j", description="Name of the database at NEO4J_URI.")
    neo4j_heap: str = Field(
        "1g",
        pattern=r"^\d+[kmgKMG]$",
        description="Java heap size of the embedded Neo4j, such as 1g.",
    )
    neo4j_page_cache: str = Field(
        "512m",
        pattern=r"^\d+[kmgKMG]$",
        description="Page cache size of the embedded Neo4j, such as 512m. Ideally, the cache "
        "holds the whole database.",
    )
    neo4j_java_options: str = Field(
        "-XX:+UseG1GC",
        description="Java options for the embedded Neo4j, such as the choice of garbage collector.",
    )

    embedding_model: str = Field(
        "intfloat/multilingual-e5-small",
        description="Embedding model: a Hugging Face model name or a folder. Changing the model "
        "requires `narabot ingest --rebuild`.",
    )
    embedding_device: Literal["auto", "cpu", "cuda"] = Field(
        "auto",
        description="Device that computes embeddings: `cpu`, `cuda`, or `auto` (CUDA if it is "
        "available).",
    )
    embedding_backend: Literal["auto", "openvino", "torch"] = Field(
        "auto",
        description="Library that computes embeddings: `openvino` (CPU only) or `torch`. With "
        "`auto`, narabot uses the graph's backend. For a new graph, `auto` selects "
        "`torch` on CUDA and `openvino` on a CPU.",
    )
    embedding_precision: Literal["auto", "fp32", "bf16", "fp16"] = Field(
        "auto",
        description="Numeric precision of embeddings: `fp32`, `bf16`, or `fp16` (torch only). "
        "With `auto`, narabot uses the graph's precision. For a new graph, `auto` "
        "selects `bf16` if the hardware supports it.",
    )
    embedding_batch_size: int | None = Field(
        None,
        ge=1,
        le=4096,
        description="Number of texts per embedding batch. Default: 256 on CUDA, 8 or 16 on a CPU.",
    )

    reader_model: str = Field(
        "own",
        description="Model that finds answer spans: `own` (narabot's reader), a file, a folder "
        "that contains reader.safetensors, or a Hugging Face model name. With "
        "`none`, narabot selects answers by word overlap and cannot compute answers "
        "such as counts.",
    )

    ner_model: str = Field(
        "own",
        description="Named entity recognition model for `narabot knowledge build`: `own` "
        "(narabot's model, about 80 chunks per second), `none`, or a weights file.",
    )
    ner_classes: str = Field(
        "PERSON",
        pattern=rf"^(?:{NER_CLASS_PATTERN})(?: +(?:{NER_CLASS_PATTERN}))*$",
        description="Space-separated classes of names that the NER model extracts, such as "
        "PERSON LOCATION. narabot ignores place names in titles. See "
        "docs/quality.md for the accuracy of each class.",
    )

    llm_provider: Literal["auto", "huggingface", "openai-compatible", "none"] = Field(
        "auto",
        description="Source of generated answers: `huggingface` (a local model), "
        "`openai-compatible` (a server), or `none` (answers only quote records). "
        "With `auto`, narabot uses the server if LLM_BASE_URL is set, otherwise the "
        "local model if it is already downloaded, otherwise `none`.",
    )
    llm_model_gpu: str = Field(
        "Qwen/Qwen2.5-7B-Instruct",
        description="Local language model for machines with a CUDA device (bf16).",
    )
    llm_model_cpu: str = Field(
        "Qwen/Qwen2.5-1.5B-Instruct",
        description="Local language model for machines without a CUDA device.",
    )
    llm_base_url: str | None = Field(
        None,
        description="Base URL of an OpenAI-compatible server (Ollama, vLLM, llama.cpp), such as "
        "http://localhost:11434/v1.",
    )
    llm_model: str | None = Field(None, description="Name of the model at LLM_BASE_URL.")
    llm_api_key: SecretStr | None = Field(
        None, description="API key for LLM_BASE_URL, if the server requires one."
    )
    llm_max_input_tokens: int = Field(
        3072,
        ge=256,
        description="Maximum length of a prompt, in tokens. narabot cuts the context to fit.",
    )
    llm_max_new_tokens: int = Field(
        160, ge=8, le=4096, description="Maximum length of a generated answer, in tokens."
    )
    llm_timeout_s: float = Field(
        60.0, gt=0, description="Timeout for a response from the language model server, in seconds."
    )
    llm_answer_timeout_s: float = Field(
        180.0,
        gt=0,
        description="Timeout for generating an answer, in seconds. The same limit applies "
        "separately to the time in the queue.",
    )
    llm_max_running: int = Field(
        4,
        ge=1,
        le=256,
        description="Maximum number of answers that a language model server generates at the "
        "same time. A local model generates one at a time.",
    )
    llm_max_waiting: int = Field(
        16,
        ge=0,
        le=10_000,
        description="Maximum number of queued answers. narabot rejects further requests to the "
        "language model.",
    )
    extractor_prompt: Literal["artifacts", "tuples", "triplets", "theses"] = Field(
        "artifacts",
        description="Format in which a language model reports names and statements: `artifacts` "
        "(JSON with names, relations, and their classes), `tuples` (two tables with the "
        "same information), `triplets` (subject, relation, object), or `theses` (complete "
        "statements and the entities that the statements name).",
    )
    hf_token: SecretStr | None = Field(
        None, description="Hugging Face access token, for models that require one."
    )

    retrieval_passages: int = Field(
        8, ge=1, le=100, description="Number of passages on which an answer is based."
    )
    vector_top_k: int = Field(
        250, ge=10, le=1000, description="Number of vector neighbors to retrieve (top k)."
    )
    retrieval_cache: int = Field(
        500,
        ge=0,
        le=100_000,
        description="Number of searches whose results are cached until the index changes, at "
        "about 40 KB each.",
    )
    retrieval_list_records: int = Field(
        50, ge=1, le=1000, description="Maximum number of records in a list (`show_records`)."
    )
    agent_timeout_s: float = Field(
        5.0,
        gt=0,
        le=600,
        description="Time limit for the `agent` strategy, in seconds. The agent does not start "
        "a method that would probably exceed the limit.",
    )
    question_max_chars: int = Field(
        10_000, ge=100, description="Maximum length of a question, in characters."
    )

    page_hosts: str = Field(
        "",
        description="Space-separated host names of the web page, such as catalog.example.org. "
        "The page always accepts loopback names and the address at which it is "
        "served.",
    )
    page_login: bool = Field(
        False,
        description="Whether the page requires a login through the OpenID Connect provider in "
        "the `[auth]` section of Streamlit's secrets.toml.",
    )
    page_name: str = Field(
        "", max_length=60, description="Name to show on the page instead of narabot."
    )
    page_logo: Path | None = Field(
        None, description="Image file (PNG, SVG, or JPEG) to show at the top of the page."
    )
    page_footer: str = Field(
        "",
        max_length=2_000,
        description="Markdown text to show at the bottom of the page, such as an address or a "
        "link.",
    )
    page_translations_dir: Path | None = Field(
        None,
        description="Folder with an en.po or ru.po file (gettext) that replaces narabot's own "
        "page texts.",
    )
    conversations_url: SecretStr | None = Field(
        None,
        description="SQLAlchemy URL of the database that stores conversations, such as "
        "postgresql+psycopg://user:password@host/narabot. If empty, narabot uses a "
        "file in the data folder.",
    )
    conversations_keep_days: int = Field(
        365,
        ge=1,
        le=36_500,
        description="Number of days after which narabot deletes an unused conversation.",
    )

    api_keys: SecretStr | None = Field(
        None,
        description="Space-separated keys for `narabot serve`, each as NAME:KEY:SCOPES:RATE, "
        "such as desk:0123456789abcdef:ask+search+records+metrics:60. Keys are "
        "required if the server does not listen on loopback.",
    )
    api_per_minute: int = Field(
        600,
        ge=1,
        description="Maximum number of requests per minute for each client if no keys are set.",
    )
    api_max_running: int = Field(
        4,
        ge=1,
        le=256,
        description="Maximum number of requests that `narabot serve` processes at the same time.",
    )
    api_max_waiting: int = Field(
        64,
        ge=0,
        le=10_000,
        description="Maximum number of queued requests. `narabot serve` rejects further requests.",
    )
    api_timeout_s: float = Field(
        90.0, gt=0, description="Timeout for a request to `narabot serve`, in seconds."
    )

    otel_exporter_otlp_endpoint: str | None = Field(
        None,
        pattern=r"^https?://[^/]",
        description="OpenTelemetry collector that receives a trace of each response (OTLP over "
        "HTTP), such as http://localhost:4318.",
    )

    s3_bucket: str = Field(
        "nara-national-archives-catalog",
        description="Public S3 bucket with the catalog export, for `narabot download`.",
    )
    s3_region: str = Field("us-east-2", description="Region of S3 buckets.")
    s3_endpoint_url: str | None = Field(
        None,
        pattern=r"^https?://[^/]",
        description="URL of an S3-compatible store other than Amazon S3, such as http://localhost:9000.",
    )

    text_max_chars: int = Field(
        200_000,
        ge=1000,
        description="Maximum length of a record's text, in characters. The ingest report counts "
        "truncated texts.",
    )
    chunk_overlap_tokens: int = Field(
        16, ge=0, le=64, description="Overlap between consecutive chunks of a record, in tokens."
    )
    ingest_chunker: ChunkerName = Field(
        "default",
        description="Chunking method: `default` (splits at paragraphs, lines, and sentences, "
        "with overlap), `simple` (fills chunks with whole sentences), `semantic` "
        "(splits between the least similar neighboring sentences), or `smart` "
        "(splits where the texts on both sides differ most). `semantic` and `smart` "
        "embed each sentence of a long text. Changing the chunker requires `narabot "
        "ingest --rebuild`.",
    )
    ingest_batch_records: int = Field(
        500, ge=1, le=10_000, description="Number of records to write per transaction."
    )
    ingest_retry_seconds: float = Field(
        120.0,
        ge=0,
        description="How long to retry an unreachable database, in seconds.",
    )

    @field_validator("narabot_data_dir", "narabot_cache_dir")
    @classmethod
    def absolute(cls, folder: Path) -> Path:
        """Return an absolute path, which does not depend on the working directory."""
        return folder.expanduser().absolute()

    @property
    def name_classes(self) -> list[str]:
        """Classes of names that the NER model extracts."""
        return self.ner_classes.split()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  # pydantic passes it by name
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources of settings, in order of precedence.

        Accept old environment variables.
        """
        for source in (env_settings, dotenv_settings):
            if isinstance(source, EnvSettingsSource):
                source.env_vars = renamed_settings(source.env_vars)
        return init_settings, env_settings, dotenv_settings, file_secret_settings

    @classmethod
    def from_environment(cls, needed: Collection[str] | None = None) -> Self:
        """Return the settings from the environment and the nearest `.env`.

        Raise SettingsError if values are invalid. If `needed` is set, only the settings that it
        names are checked.
        """
        settings, faults = cls.with_faults()
        raise_for_faults(faults, needed)
        return settings

    @classmethod
    def with_faults(cls) -> tuple[Self, dict[str, str]]:
        """Return the settings, with defaults for invalid values, and a sentence about each fault.

        Raise SettingsError if `.env` is not UTF-8.
        """
        env_file = find_dotenv(usecwd=True) or None
        try:
            return cls(_env_file=env_file), {}
        except UnicodeDecodeError as error:
            raise SettingsError("The file .env is not UTF-8. Save it as UTF-8.") from error
        except ValidationError as error:
            faults = {
                str(one["loc"][0]): fault_sentence(one, cls.model_fields) for one in error.errors()
            }
        fields = cls.model_fields
        defaults = {name: fields[name].get_default(call_default_factory=True) for name in faults}
        return cls(_env_file=env_file, **defaults), faults
