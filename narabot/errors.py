"""The errors that a reader or an archivist can do something about; knows nothing of the rest.

Only the doors (page, command line, ingest) turn them into a sentence on the screen.
Each message is that sentence: what is wrong, and what to do.
"""


class NarabotError(Exception):
    """Something the user can mend; its text says what is wrong and what to do."""


class SettingsError(NarabotError):
    """A setting has a value that cannot be used."""


class DatabaseStartError(NarabotError):
    """The embedded Neo4j could not be started or stopped."""


class DumpError(NarabotError):
    """A dump cannot be written, read or restored: give another file, or make room."""


class GraphUnavailableError(NarabotError):
    """The database does not answer: correct its address or start it."""


class GraphStorageError(NarabotError):
    """The database cannot write or read its files: make room on its disk and restart it."""


class GraphMemoryError(NarabotError):
    """The database has too little memory for a statement: give it more, or ask for less."""


class GraphAuthenticationError(NarabotError):
    """The database refuses the user name or the password."""


class GraphUnsupportedError(NarabotError):
    """The database is too old or lacks APOC."""


class IndexUnavailableError(NarabotError):
    """The graph is empty, or its vector index is missing or still being built: ingest or wait."""


class IndexMismatchError(NarabotError):
    """The graph was made with another embedding model, dimension or version: rebuild it."""


class ModelUnavailableError(NarabotError):
    """A model cannot be loaded or its server does not answer."""


class ModelTooSlowError(ModelUnavailableError):
    """A model's server was silent, or wrote, for too long."""


class UnreadableSourceError(NarabotError):
    """A file or folder of catalogue lines cannot be read."""


class UnpreparedError(NarabotError):
    """A prepared shard is missing, damaged or of another kind: prepare it again."""


class ReleaseError(NarabotError):
    """A release cannot be loaded as it was asked for: name another, or say that it is whole."""


class ClusterError(NarabotError):
    """A Ray cluster does not answer, or lacks what is asked for: start it, or ask for less."""


class WorkerLostError(NarabotError):
    """A process of ours was ended from outside: give it more memory."""


class BucketError(NarabotError):
    """A bucket does not hold what is wanted, or not for us: correct its name."""


class ChangedFileError(BucketError):
    """A file of a bucket is no longer what it was: run the same command again."""


class DamagedFileError(BucketError):
    """A file did not come as its store says that it is: run the same command again."""


class BucketUnavailableError(NarabotError):
    """The store of a bucket does not answer: run the same command later."""


class DownloadStoppedError(NarabotError):
    """A download was stopped; the same command goes on with it."""


class DataFolderError(NarabotError):
    """The data folder cannot be used: it cannot be written, or another ingest holds it."""


class FolderInUseError(DataFolderError):
    """Another run holds a folder: wait until it has ended."""


class UnwritableReportError(NarabotError):
    """The file of a report cannot be written: give another."""


class MalformedRecordError(NarabotError):
    """A line is no catalogue record; ingest rejects the line and goes on."""


class InvalidQuestionError(NarabotError):
    """The question is empty or too long."""


class PlanNotReadError(NarabotError):
    """JSON that is no plan; the text says what is wrong with it."""


class ReplyNotReadError(NarabotError):
    """A language model's reply that is not in the form it was asked for; the text says why."""


class TooMuchToComputeError(NarabotError):
    """A plan would go through more records than one may: ask about fewer."""


class RuleError(NarabotError):
    """Rules cannot be read or evaluated; the text says what is wrong with them."""


class RuleLimitError(RuleError):
    """Rules take more time, memory or facts than they may: bound them, or ask about less."""


class StrategyError(NarabotError):
    """There is no such strategy, or it cannot be used on this graph: choose another."""


class UnknownRecordError(NarabotError):
    """No record that was loaded has this naId: correct it, or load the shard that has its line."""


class UnknownPhraseError(NarabotError):
    """No text that was read has this name: read the texts with `narabot knowledge build`."""


class TooManyToCiteError(NarabotError):
    """More records than one export may hold: choose fewer."""


class ConversationsUnavailableError(NarabotError):
    """The store of conversations cannot be read or written: look at its disk and its address."""


class NotLoggedInError(NarabotError):
    """The page requires a login, and nobody is logged in."""


class PromptError(NarabotError):
    """A prompt file is missing, or its names are not those that it is filled with."""


class EvaluationFileError(NarabotError):
    """A file of test questions, or of an earlier evaluation, cannot be used."""
