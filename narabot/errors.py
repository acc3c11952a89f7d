"""Errors that a user or an archivist can fix. Each message names the problem and the solution.

Only entry points (page, command line, API, ingest) show the message to a person.
"""


class NarabotError(Exception):
    """An error that the user can fix. Its message names the problem and the solution."""


class SettingsError(NarabotError):
    """A setting has an invalid value."""


class DatabaseStartError(NarabotError):
    """The embedded Neo4j server cannot be started or stopped."""


class DumpError(NarabotError):
    """A dump cannot be written, read, or restored. Use a different file, or free disk space."""


class GraphUnavailableError(NarabotError):
    """The database is unreachable. Correct its address, or start it."""


class GraphStorageError(NarabotError):
    """The database cannot access its files. Free disk space, and restart the database."""


class GraphMemoryError(NarabotError):
    """The database ran out of memory. Give it more memory, or make a smaller request."""


class GraphAuthenticationError(NarabotError):
    """The database rejects the user name or password."""


class GraphUnsupportedError(NarabotError):
    """The database is too old or lacks APOC."""


class IndexUnavailableError(NarabotError):
    """The graph is empty, or its vector index is not ready. Ingest records, or wait."""


class IndexMismatchError(NarabotError):
    """The graph was built with a different embedding model, dimension, or schema. Rebuild it."""


class ModelUnavailableError(NarabotError):
    """A model cannot be loaded, or its server does not respond."""


class ModelTooSlowError(ModelUnavailableError):
    """A model server exceeded the timeout."""


class UnreadableSourceError(NarabotError):
    """A file or folder of catalog lines cannot be read."""


class PreparedShardError(NarabotError):
    """A prepared shard is missing, damaged, or incompatible. Prepare it again."""


class ReleaseError(NarabotError):
    """A release cannot be loaded. Use a different name, or confirm that the release is complete."""


class ClusterError(NarabotError):
    """A Ray cluster is unreachable or lacks resources. Start it, or request fewer resources."""


class WorkerLostError(NarabotError):
    """Another process killed a worker. Give the worker more memory."""


class BucketError(NarabotError):
    """A bucket does not contain the file or denies access. Correct the name."""


class ChangedFileError(BucketError):
    """A file in a bucket has changed. Run the same command again."""


class DamagedFileError(BucketError):
    """A downloaded file does not match its checksum or size. Run the same command again."""


class BucketUnavailableError(NarabotError):
    """The bucket's store is unreachable. Run the same command later."""


class DownloadStoppedError(NarabotError):
    """A download was interrupted. Run the same command to resume it."""


class DataFolderError(NarabotError):
    """The data folder is not writable, or another ingest is using it."""


class FolderInUseError(DataFolderError):
    """Another process is using a folder. Wait until that process ends."""


class UnwritableReportError(NarabotError):
    """A report file cannot be written. Choose a different file."""


class MalformedRecordError(NarabotError):
    """A line is not a catalog record. Ingest rejects the line and continues."""


class InvalidQuestionError(NarabotError):
    """The question is empty or too long."""


class InvalidPlanError(NarabotError):
    """The JSON is not a valid plan. The message gives the reason."""


class InvalidReplyError(NarabotError):
    """A language model's reply has the wrong format. The message gives the reason."""


class ComputationLimitError(NarabotError):
    """A plan would examine too many records. Narrow the question."""


class RuleError(NarabotError):
    """Rules cannot be parsed or evaluated. The message gives the reason."""


class RuleLimitError(RuleError):
    """Rules exceed a limit on time, memory, or facts.

    Make the rules or the question more specific.
    """


class StrategyError(NarabotError):
    """A strategy does not exist or is not available for this graph. Choose a different strategy."""


class UnknownRecordError(NarabotError):
    """No loaded record has this naId. Correct the naId, or load the record's shard."""


class UnknownPhraseError(NarabotError):
    """No extracted phrase has this name. Run `narabot knowledge build`."""


class TooManyToCiteError(NarabotError):
    """An export would exceed the maximum number of records. Choose fewer records."""


class ConversationsUnavailableError(NarabotError):
    """The conversation store is unreachable. Check its disk and its URL."""


class NotLoggedInError(NarabotError):
    """The page requires a login, and the user is not logged in."""


class PromptError(NarabotError):
    """A prompt file is missing, or its placeholders do not match the supplied values."""


class EvaluationFileError(NarabotError):
    """A file with test questions or with an earlier evaluation is invalid."""
