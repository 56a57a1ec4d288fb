/** Every bound of the product in one place, so that the UI can say them before the host refuses. */

/** Largest message text that a Session accepts, in UTF-8 bytes. */
export const MESSAGE_MAX_BYTES = 1_000_000
/** A pasted text that is longer becomes an attachment, in UTF-8 bytes. */
export const PASTE_MAX_BYTES = 32 * 1024
/** Largest attachment, and the part of one that a call carries, in bytes. */
export const ATTACHMENT_MAX_BYTES = 25_000_000
export const ATTACHMENT_CHUNK_BYTES = 1_000_000
/** Attachments of one message, and all attachments of one worker together, in bytes. */
export const ATTACHMENTS_MAX = 10
export const ATTACHMENTS_MAX_BYTES = 250_000_000
/** Longest worker name, in characters. */
export const NAME_MAX_CHARS = 120
/** Turns in a freshly opened timeline, and how many "Load earlier" adds. */
export const TIMELINE_PAGE = 10
/** Turns that one call may read from anywhere in a timeline. */
export const TIMELINE_READ_MAX = 100
/** Longest texts that the frames of a timeline carry whole, in characters; of a longer one they carry its beginning. */
export const FRAME_REPLY_MAX_CHARS = 200_000
export const FRAME_INPUT_MAX_CHARS = 32_000
export const FRAME_PENDING_MAX_CHARS = 1_000
/** How many pending human inputs an activity previews. */
export const PENDING_PREVIEW = 3
/** An engine that has not been heard for this long makes its worker `unknown`, in ms. */
export const STALE_AFTER_MS = 10_000
/** The host says that it lives this often on every open connection, in ms. */
export const HOST_BEAT_MS = 500
/** A connection that has been silent for this long counts as lost, in ms. */
export const HOST_SILENT_MS = 1_500
/** At most one flush per stream in this time, in ms. */
export const FLUSH_MS = 16
/** Frames that a stream sends ahead of the reader's acknowledgements. */
export const STREAM_CREDITS = 2
/** How long the UI holds a delete before it calls the host, in ms. */
export const DELETE_UNDO_MS = 10_000
/** Largest page of a transcript that the window reads at once, in bytes of JSON, and the entries that it asks for. */
export const TRANSCRIPT_PAGE_MAX_BYTES = 1_000_000
export const TRANSCRIPT_PAGE = 200
/** Entries that one call searches at most. */
export const FIND_MAX_ENTRIES = 2_000
/** Runs that one list of transcripts shows at most. */
export const IMPORTED_RUNS_MAX = 5_000
/** Longest value that the desk remembers, in characters, and how many. */
export const DESK_VALUE_MAX_CHARS = 32_000
export const DESK_ENTRIES_MAX = 20_000
/** Largest file of notes that is read or written, in bytes. */
export const NOTES_MAX_BYTES = 1_000_000
/** Longest answer in words to a request, and longest id of an option, in characters. */
export const ASK_TEXT_MAX_CHARS = 32_000
export const ASK_OPTION_MAX_CHARS = 2_000
/** Replies whose beginnings are read with one call. */
export const ATTENTION_HEADS_MAX = 100
