"""Every setting, with its default and what it does; a door makes it once and hands it down.

`.env.example` repeats these descriptions; a test compares.
"""

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Literal, Self

import platformdirs
from dotenv import find_dotenv
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from narabot.errors import SettingsError
from narabot.setting_faults import fault_sentence, refuse_faults

ChunkerName = Literal["default", "simple", "semantic", "smart"]
"""How texts are cut for the index."""


NAME_CLASS = "PERSON|ORGANIZATION|LOCATION|COUNTRY|EVENT|WORK_OF_ART|PRODUCT|AWARD"
"""The classes that a reader of names tells, as a pattern."""


def default_data_dir() -> Path:
    """Return `narabot-data` in a source checkout, else the user's data folder."""
    checkout = Path(__file__).resolve().parents[1]
    if (checkout / "pyproject.toml").is_file():
        return checkout / "narabot-data"
    return Path(platformdirs.user_data_dir("narabot"))


class Settings(BaseSettings):
    """All settings, from the environment, then `.env`, then the defaults."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_ignore_empty=True, env_file_encoding="utf-8"
    )

    narabot_data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Holds the embedded database, its password, logs and rejected lines.",
    )
    narabot_cache_dir: Path = Field(
        default_factory=lambda: Path(sys.prefix) / "share" / "narabot",
        description="Holds the downloaded jars of Neo4j and the exported embedding model; by "
        "default in the Python environment.",
    )
    narabot_log_questions: bool = Field(
        False, description="Whether questions stand in the log, and in traces for OpenTelemetry."
    )
    narabot_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "WARNING", description="How much the log says: DEBUG, INFO, WARNING or ERROR."
    )

    neo4j_uri: str | None = Field(
        None,
        description="Your own Neo4j (5.23 or later, with APOC), such as bolt://localhost:7687. "
        "Empty: the embedded one.",
    )
    neo4j_username: str = Field("neo4j", description="User name at NEO4J_URI.")
    neo4j_password: SecretStr | None = Field(None, description="Password at NEO4J_URI.")
    neo4j_database: str = Field("neo4j", description="Name of the database at NEO4J_URI.")
    neo4j_heap: str = Field(
        "1g", pattern=r"^\d+[kmgKMG]$", description="Heap of the embedded Neo4j, such as 1g."
    )
    neo4j_page_cache: str = Field(
        "512m",
        pattern=r"^\d+[kmgKMG]$",
        description="Page cache of the embedded Neo4j, such as 512m; best as large as its store.",
    )
    neo4j_java_options: str = Field(
        "-XX:+UseG1GC",
        description="Options of Java for the embedded Neo4j, such as its garbage collector.",
    )

    embedding_model: str = Field(
        "intfloat/multilingual-e5-small",
        description="Embedding model: a name on the Hugging Face hub or a folder. "
        "Another model needs `--rebuild`.",
    )
    embedding_device: Literal["auto", "cpu", "cuda"] = Field(
        "auto", description="Where embeddings are computed: auto (CUDA if there is one), cpu, cuda."
    )
    embedding_backend: Literal["auto", "openvino", "torch"] = Field(
        "auto",
        description="What computes embeddings: openvino (on the CPU), torch, or auto: as the graph "
        "was made, else torch on CUDA and openvino on the CPU.",
    )
    embedding_precision: Literal["auto", "fp32", "bf16", "fp16"] = Field(
        "auto",
        description="Precision of embeddings: fp32, bf16, fp16 (torch only), or auto: as the graph "
        "was made, else bf16 where the hardware has it.",
    )
    embedding_batch_size: int | None = Field(
        None,
        ge=1,
        le=4096,
        description="Texts per batch of the embedding model. Empty: 256 on CUDA, 8 or 16 on a CPU.",
    )

    reader_model: str = Field(
        "own",
        description="Reader, which chooses what answers: a file, a folder with reader.safetensors, "
        "or a name on the Hugging Face hub; own: narabot's own; none: words alone choose, and "
        "nothing is counted.",
    )

    names_model: str = Field(
        "own",
        description="Reader of names for `narabot knowledge build`: own (narabot's own; some 80 "
        "chunks a second), none, or a file of weights.",
    )
    names_classes: str = Field(
        "PERSON",
        pattern=rf"^(?:{NAME_CLASS})(?: +(?:{NAME_CLASS}))*$",
        description="Classes of names that this reader tells, blanks between them; places not in "
        "titles. How often each is right: docs/quality.md.",
    )

    llm_provider: Literal["auto", "huggingface", "openai-compatible", "none"] = Field(
        "auto",
        description="Who writes answers: huggingface (a local model), openai-compatible (a "
        "server), none (sentences of the records, word for word), or auto: the server if "
        "LLM_BASE_URL is set, else the local model if it is already downloaded, else none.",
    )
    llm_model_gpu: str = Field(
        "Qwen/Qwen2.5-7B-Instruct", description="Local model where there is a CUDA device (bf16)."
    )
    llm_model_cpu: str = Field(
        "Qwen/Qwen2.5-1.5B-Instruct", description="Local model where there is none."
    )
    llm_base_url: str | None = Field(
        None,
        description="Base URL of an OpenAI-compatible server (Ollama, vLLM, llama.cpp), such as "
        "http://localhost:11434/v1.",
    )
    llm_model: str | None = Field(None, description="Model name at LLM_BASE_URL.")
    llm_api_key: SecretStr | None = Field(None, description="Key for LLM_BASE_URL, if it has one.")
    llm_max_input_tokens: int = Field(
        3072, ge=256, description="Longest prompt in tokens; the context is cut to fit."
    )
    llm_max_new_tokens: int = Field(
        160, ge=8, le=4096, description="Longest answer of the model in tokens."
    )
    llm_timeout_s: float = Field(60.0, gt=0, description="Seconds to wait for the model's server.")
    llm_answer_timeout_s: float = Field(
        180.0, gt=0, description="Seconds for an answer of the model, and to wait for its turn."
    )
    llm_max_running: int = Field(
        4,
        ge=1,
        le=256,
        description="Answers that a model's server writes at once; a local one writes one.",
    )
    llm_max_waiting: int = Field(
        16, ge=0, le=10_000, description="Answers that wait for the model; more are refused."
    )
    extractor_prompt: Literal["artifacts", "tuples", "triplets", "theses"] = Field(
        "artifacts",
        description="Form in which a language model says what a text names and states: artifacts "
        "(JSON: names and relations, with classes), tuples (the same as two tables), triplets "
        "(subject, relation, object) or theses (whole thoughts and what they name).",
    )
    hf_token: SecretStr | None = Field(
        None, description="Hugging Face token, for models that need one."
    )

    retrieval_passages: int = Field(
        8, ge=1, le=100, description="Passages that an answer is drawn from."
    )
    retrieval_candidates: int = Field(
        250, ge=10, le=1000, description="Neighbours asked of the vector index: more is more exact."
    )
    retrieval_cache: int = Field(
        500,
        ge=0,
        le=100_000,
        description="Searches whose results are kept while the index is the same; some 40 KB each.",
    )
    retrieval_list_records: int = Field(
        50, ge=1, le=1000, description="Records that a list (`show_records`) holds at most."
    )
    agent_timeout_s: float = Field(
        5.0,
        gt=0,
        le=600,
        description="Seconds in which the strategy `agent` tries one way after another: none is "
        "begun that would likely end later.",
    )
    question_max_chars: int = Field(10_000, ge=100, description="Longest question in characters.")

    page_hosts: str = Field(
        "",
        description="Names under which the page is reached, blanks between them, such as "
        "catalogue.example.org; loopback's, and the address that it is served at, always are.",
    )
    page_login: bool = Field(
        False,
        description="Whether the page requires a login, by the provider of OpenID Connect that "
        "`[auth]` in Streamlit's secrets.toml names.",
    )
    page_name: str = Field(
        "", max_length=60, description="Name of the page, in the place of narabot."
    )
    page_logo: Path | None = Field(
        None, description="Picture (PNG, SVG, JPEG) that stands at the top of the page."
    )
    page_footer: str = Field(
        "",
        max_length=2_000,
        description="Last lines of the page, such as an address or a link, in Markdown.",
    )
    page_words_dir: Path | None = Field(
        None,
        description="Folder with an en.po or ru.po: words of the page, in gettext's form, in the "
        "place of narabot's own.",
    )
    conversations_url: SecretStr | None = Field(
        None,
        description="Where conversations are kept: a database URL of SQLAlchemy's, such as "
        "postgresql+psycopg://user:password@host/narabot. Empty: a file in the data folder.",
    )
    conversations_keep_days: int = Field(
        365, ge=1, le=36_500, description="Days after which an unused conversation is deleted."
    )

    api_keys: SecretStr | None = Field(
        None,
        description="Keys for `narabot serve`, blanks between them, each NAME:KEY:SCOPES:RATE, "
        "such as desk:0123456789abcdef:ask+search+records+metrics:60. Needed where it does not "
        "listen on loopback.",
    )
    api_per_minute: int = Field(
        600, ge=1, description="Requests a minute of one client where no keys are needed."
    )
    api_max_running: int = Field(
        4, ge=1, le=256, description="Requests to `narabot serve` that run at once."
    )
    api_max_waiting: int = Field(
        64, ge=0, le=10_000, description="Requests that wait; more are refused."
    )
    api_timeout_s: float = Field(
        90.0, gt=0, description="Seconds after which a request to `narabot serve` is given up."
    )

    otel_exporter_otlp_endpoint: str | None = Field(
        None,
        pattern=r"^https?://[^/]",
        description="Collector of OpenTelemetry that is told of each response (OTLP over HTTP), "
        "such as http://localhost:4318.",
    )

    s3_bucket: str = Field(
        "nara-national-archives-catalog",
        description="Public bucket of the catalogue's export, for `narabot download`.",
    )
    s3_region: str = Field("us-east-2", description="Region of S3 buckets.")
    s3_endpoint_url: str | None = Field(
        None,
        pattern=r"^https?://[^/]",
        description="Address of another store that speaks S3, such as http://localhost:9000.",
    )

    text_max_chars: int = Field(
        200_000,
        ge=1000,
        description="Longest text of one record in characters; the cut is counted in the report.",
    )
    chunk_overlap_tokens: int = Field(
        16, ge=0, le=64, description="Tokens that two chunks of a record share."
    )
    ingest_chunker: ChunkerName = Field(
        "default",
        description="How texts are cut: default (at paragraphs, lines, sentences, with some words "
        "shared), simple (whole sentences up to the length), semantic (where neighbouring "
        "sentences are least alike) or smart (where the sides of a border are); the last two embed "
        "each sentence of a long text. Another chunker needs `--rebuild`.",
    )
    ingest_batch_records: int = Field(
        500, ge=1, le=10_000, description="Records written in one transaction."
    )
    ingest_patience_s: float = Field(
        120.0,
        ge=0,
        description="Seconds for which ingest asks a database again that does not answer.",
    )

    @field_validator("narabot_data_dir", "narabot_cache_dir")
    @classmethod
    def absolute(cls, folder: Path) -> Path:
        """Return the folder as an absolute path, so that a change of directory does not move it."""
        return folder.expanduser().absolute()

    @property
    def told_classes(self) -> list[str]:
        """Classes of names that the reader of names tells."""
        return self.names_classes.split()

    @classmethod
    def from_environment(cls, needed: Collection[str] | None = None) -> Self:
        """Return the settings of this process and of the nearest `.env`.

        Raises SettingsError for values that cannot be used, naming the settings; only for those
        that are needed, where these are given.
        """
        settings, faults = cls.with_faults()
        refuse_faults(faults, needed)
        return settings

    @classmethod
    def with_faults(cls) -> tuple[Self, dict[str, str]]:
        """Return the same, defaults for values that cannot be used, and a sentence for each.

        Raises SettingsError for a `.env` that cannot be read.
        """
        env_file = find_dotenv(usecwd=True) or None
        try:
            return cls(_env_file=env_file), {}
        except UnicodeDecodeError as error:
            raise SettingsError("The file .env is not UTF-8. Save it again as UTF-8.") from error
        except ValidationError as error:
            faults = {
                str(one["loc"][0]): fault_sentence(one, cls.model_fields) for one in error.errors()
            }
        fields = cls.model_fields
        defaults = {name: fields[name].get_default(call_default_factory=True) for name in faults}
        return cls(_env_file=env_file, **defaults), faults
