/**
 * Every call and every stream between the window and the host: the one list that a reader sees whole. Both sides check
 * both directions against these schemas. Streams are async iterators of frames (see frames.ts) and end with the
 * reader's AbortSignal.
 */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { AgentView, CustomAgent } from './agents'
import { AttentionFrame, Look, News } from './attention'
import { FindAnswer, FindInput, FindPendingAnswer, FindPendingInput } from './find'
import { ArtifactPage, FileComparison, FileContent } from './artifacts'
import { AskView, WorkerRights } from './asks'
import { REFUSAL_CODES, RefusalData, type RefusalCode } from './errors'
import { ExportWhat } from './export'
import { FormatName, ImportedRuns, ImportedWorkers } from './imports'
import { InstanceState, InstanceView } from './instances'
import { ATTACHMENT_CHUNK_BYTES, ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX, ASK_OPTION_MAX_CHARS, ASK_TEXT_MAX_CHARS, ATTENTION_HEADS_MAX, IMPORTED_RUNS_MAX, MESSAGE_MAX_BYTES, NAME_MAX_CHARS, NOTES_MAX_BYTES, TIMELINE_READ_MAX } from './limits'
import { Attachment, ConductChange, Delivery, DeskEntry, EngineKind, HistoryWindow, Id, MessageState, ModelApi, NoteFile, NoteText, Policy, ProjectView, ProviderView, SentMessage, Settings, Turn, WorkerView } from './model'
import { plainName } from './names'
import { ServingView, TRANSCRIPT_LIMIT_MAX, WorkerRecordView } from './records'
import { DeletedWorkers } from './records-deleted'
import { BoundedPage, Found, SeenRun } from './records-seen'
import { TimelineFrame } from './timeline'
import { WorkersFrame } from './workers'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
const errors = Object.fromEntries(REFUSAL_CODES.map((code) => [code, { data: RefusalData }])) as Record<
  RefusalCode,
  { data: typeof RefusalData }
>
const call = oc.errors(errors)

const nothing = z.object({})
const agent = z.object({ id: Id })
const project = z.object({ sessionId: Id })
const worker = z.object({ sessionId: Id, workerId: Id })
/** A message that waits: also a notice of the host's, whose id holds the id of a worker. */
const heldId = z.string().min(1).max(200)
const pending = worker.extend({ messageId: heldId })
const artifact = z.object({ sessionId: Id, workerId: Id, artifactId: z.string().min(1).max(200) })

/** Counted in UTF-8 bytes; the character bound only keeps the encoder from a pointless megabyte. */
const text = z
  .string()
  .max(MESSAGE_MAX_BYTES)
  .refine((value) => value.trim() !== '', 'A message needs some text.')
  .refine((value) => value.isWellFormed(), 'The message holds half a character, which is no text: remove it.')
/** The same, which may be empty where attachments come along. */
const said = z
  .string()
  .max(MESSAGE_MAX_BYTES)
  .refine((value) => value.isWellFormed(), 'The message holds half a character, which is no text: remove it.')
const attachment = worker.extend({ attachmentId: Id })
const name = z
  .string()
  .max(4096)
  .transform(plainName)
  .pipe(z.string().min(1, 'A worker needs a name.').max(NAME_MAX_CHARS))
const turnNumber = z.number().int().positive()
const history = z.number().int().nonnegative()

/** A page of a transcript: from a position, or, with null, the end. */
const page = z.object({ offset: history.nullable(), limit: z.number().int().min(1).max(TRANSCRIPT_LIMIT_MAX) })
/** A part of a transcript that is searched for words. */
const find = z.object({ query: z.string().min(1).max(1_000), from: history, to: history })
/** Ids as others made them: any text, told back and never taken for a path. */
const foreignId = z.string().min(1).max(200)
const importedRun = z.object({ runId: foreignId })
const instance = z.object({ id: Id })

export const contract = {
  host: {
    info: call.input(nothing).output(
      z.object({
        version: z.string(),
        mode: z.enum(['desktop', 'served']),
        platform: z.string(),
        /** What the operator has to know about this start, for example that a damaged database was set aside. */
        notices: z.array(z.object({ id: z.string(), message: z.string() })),
        engines: z.array(z.object({ kind: EngineKind, canSteer: z.boolean(), problem: z.string().nullable() })),
        /** Whether `projects.chooseFolder` can show a native dialog. */
        canChooseFolder: z.boolean()
      })
    ),
    /**
     * One beat each HOST_BEAT_MS: the proof that the host lives. `gone`: its database was removed or replaced under it, so
     * that what is shown is kept no more, and whatever would have to be kept is refused.
     */
    beat: call.input(nothing).output(eventIterator(z.object({ at: z.number(), data: z.enum(['kept', 'gone']) }))),
    /** Counted at the transport: what this host sends to each connection, and which observers are open. */
    diagnostics: call.input(nothing).output(
      z.object({
        observers: z.number().int(),
        connections: z.array(z.object({ id: z.string(), sentMessages: z.number().int(), sentBytes: z.number().int() }))
      })
    )
  },
  projects: {
    /** The whole list, again at every change. */
    watch: call.input(nothing).output(eventIterator(z.object({ projects: z.array(ProjectView) }))),
    /** Opens the folder, as a new Project or as the one that it already is. */
    open: call.input(z.object({ folder: z.string().min(1).max(4096) })).output(ProjectView),
    /** Shows the native dialog; null when the operator closes it. */
    chooseFolder: call.input(nothing).output(z.object({ folder: z.string().nullable() })),
    /**
     * The folders inside one whose names begin with a text, for a browser that has no native dialog; without a folder, the
     * home folder. `cut`: there are more.
     */
    browse: call
      .input(z.object({ folder: z.string().max(4096).nullable(), begins: z.string().max(255).default('') }))
      .output(
        z.object({
          folder: z.string(),
          parent: z.string().nullable(),
          folders: z.array(z.string()),
          cut: z.boolean(),
          writable: z.boolean()
        })
      ),
    setPolicy: call.input(project.extend({ policy: Policy.exclude(['unconfirmed']) })).output(ProjectView),
    /** Changes how the Coordinator and the crew are run. */
    setConduct: call.input(project.extend({ conduct: ConductChange })).output(ProjectView),
    /** Paused: stops all open turns and begins none; resumed: what waited goes on. */
    setPaused: call.input(project.extend({ paused: z.boolean() })).output(ProjectView),
    /** Takes the Project off the list and stops its open turns; its Sessions and files stay, and opening the folder brings all back. */
    forget: call.input(project).output(nothing)
  },
  demo: {
    /** Makes the demo Project, or shows the one that is there. Nothing of it leaves this machine. */
    start: call
      .input(z.object({ language: z.enum(['en', 'zh']) }))
      .output(z.object({ project: ProjectView, workerId: z.string().nullable() })),
    /** Deletes its workers and its folder, and takes it off the list. */
    remove: call.input(nothing).output(nothing)
  },
  workers: {
    watch: call.input(project).output(eventIterator(WorkersFrame)),
    create: call
      .input(
        project.extend({ workerId: Id, messageId: Id, name, task: text, engine: EngineKind, model: z.string().max(200).nullable() })
      )
      .output(z.object({ workerId: Id, messageId: Id })),
    get: call.input(worker).output(WorkerView),
    /**
     * Durable before it answers; the same `messageId` again is the same message. It lets run what is parked, unless it
     * `keepsParked`. `became`: what has become of it by now, which matters where it was sent before.
     */
    send: call
      .input(worker.extend({ messageId: Id, text: said, delivery: Delivery, attachments: z.array(Id).max(ATTACHMENTS_MAX).optional(), keepsParked: z.boolean().optional() }))
      .output(z.object({ messageId: Id, delivery: Delivery, note: z.string().nullable(), became: MessageState })),
    /** What became of a message of a worker. */
    message: call.input(worker.extend({ messageId: z.string().max(200) })).output(MessageState),
    history: call.input(worker.extend({ offset: history, limit: history })).output(HistoryWindow),
    /** Stops the turn that the operator saw; a newer one is refused with CONFLICT and runs on. */
    interrupt: call.input(worker.extend({ turn: z.number().int().positive() })).output(nothing),
    /** Lets parked messages run. */
    continue: call.input(worker).output(nothing),
    /** Takes a pending message back; CONFLICT when a turn already holds it. Its attachments are in the draft again. */
    withdraw: call.input(pending).output(nothing),
    /** The whole text of a pending message; a timeline carries only the beginning of a long one. CONFLICT when a turn holds it. */
    pendingText: call.input(worker.extend({ messageId: z.string().max(200) })).output(z.object({ text: z.string() })),
    /**
     * Changes the text of a pending message of the operator's own, which keeps its id and its place. CONFLICT when a turn
     * already holds it, or when it is no longer the revision `base`.
     */
    editPending: call.input(pending.extend({ text, base: z.number().int().nonnegative().optional() })).output(nothing),
    /** Moves a pending message before another one of its kind, or to the end of them; steers stay before the queue. */
    reorderPending: call.input(pending.extend({ before: heldId.nullable() })).output(nothing),
    /** Makes a queued message a steer, and lets what is parked run. */
    sendNow: call.input(pending).output(nothing),
    /** What the operator has said to a worker, newest first, a page at a time: `next` is where the next one begins. */
    sent: call
      .input(worker.extend({ before: z.number().int().nonnegative().nullable() }))
      .output(z.object({ messages: z.array(SentMessage), next: z.number().int().nullable() })),
    /** Lets a worker have children of its own, or no longer. */
    setDelegates: call.input(worker.extend({ delegates: z.boolean() })).output(nothing),
    /** Another model for a worker, from its next turn on. A worker on an agent stays with that agent. */
    setModel: call.input(worker.extend({ model: z.string().max(200).nullable() })).output(nothing),
    rename: call.input(worker.extend({ name })).output(nothing),
    delete: call.input(worker).output(nothing)
  },
  projectMode: {
    timeline: call.input(worker.extend({ limit: z.number().int().positive() })).output(eventIterator(TimelineFrame)),
    /** "Load earlier": raises the window of an open stream, which answers with one patch. */
    earlier: call.input(z.object({ stream: z.string(), limit: z.number().int().positive() })).output(nothing),
    /** Turns from anywhere in a timeline, at most TIMELINE_READ_MAX; those that there are, ascending. */
    turns: call
      .input(worker.extend({ first: turnNumber, last: turnNumber }))
      .output(z.object({ turns: z.array(Turn).max(TIMELINE_READ_MAX), totalTurns: z.number().int() })),
    /** The first turn that began at a time or after it, else the newest one; null where there is none at all. */
    turnAt: call.input(worker.extend({ at: z.number().int() })).output(z.object({ turn: turnNumber.nullable() })),
    /** The whole text of an input or reply of a turn; a timeline carries only the beginning of a long one. */
    text: call.input(worker.extend({ turn: turnNumber, messageId: z.string().max(200) })).output(z.object({ text: z.string() }))
  },
  exports: {
    /** Asks in a dialog of the desktop where to, and writes it there; the name of the file, null when none was chosen. */
    save: call.input(ExportWhat).output(z.object({ name: z.string().nullable(), bytes: z.number().int() })),
    /** A ticket with which a browser downloads it once from DOWNLOAD_PATH, and what to call the file. */
    download: call.input(ExportWhat).output(z.object({ ticket: z.string(), name: z.string() }))
  },
  streams: {
    /** The reader has shown everything up to `rev`: gives the host a credit back. */
    ack: call.input(z.object({ stream: z.string(), rev: z.number().int() })).output(nothing),
    /** The reader saw a gap: the next frame will be a snapshot. */
    resync: call.input(z.object({ stream: z.string() })).output(nothing)
  },
  find: {
    /** Messages of all Sessions that contain the query, newest first; `next` goes on to older ones. See find.ts. */
    messages: call.input(FindInput).output(FindAnswer),
    /** Of what is pending. */
    pending: call.input(FindPendingInput).output(FindPendingAnswer)
  },
  attachments: {
    /**
     * Gives a part of a file to a worker's draft. `received` says from where the next part has to go on; the attachment is
     * there once all is on disk. The same part again changes nothing. After a restart of the host a file begins anew.
     */
    put: call
      .input(
        attachment.extend({
          name: z.string().min(1).max(1_000),
          bytes: z.number().int().nonnegative().max(ATTACHMENT_MAX_BYTES),
          offset: z.number().int().nonnegative(),
          data: z.base64().max(Math.ceil(ATTACHMENT_CHUNK_BYTES / 3) * 4)
        })
      )
      .output(z.object({ received: z.number().int(), attachment: Attachment.nullable() })),
    /** Removes one from the draft, also while it is on its way; CONFLICT when a message has it. */
    remove: call.input(attachment).output(nothing),
    /** What one holds: a text or its beginning, or a picture. */
    read: call.input(attachment).output(z.object({ attachment: Attachment, content: FileContent.shape.content })),
    /** As `exports.save` and `exports.download`, with the file that was attached. */
    save: call.input(attachment).output(z.object({ name: z.string().nullable(), bytes: z.number().int() })),
    download: call.input(attachment).output(z.object({ ticket: z.string(), name: z.string() }))
  },
  drafts: {
    get: call.input(worker).output(z.object({ text: z.string(), attachments: z.array(Attachment) })),
    /** `base` is what was there when the typing began; CONFLICT when something else is there now, which stays. */
    save: call
      .input(worker.extend({ text: z.string().max(MESSAGE_MAX_BYTES), base: z.string().max(MESSAGE_MAX_BYTES) }))
      .output(nothing)
  },
  attention: {
    /** What needs the operator, over all Projects: facts that were not seen yet. Requests come by `approvals.watch`. */
    watch: call.input(nothing).output(eventIterator(AttentionFrame)),
    /** Open for as long as a focused, visible window shows this: nobody has to be notified of it. */
    look: call.input(z.object({ at: Look })).output(eventIterator(nothing)),
    /**
     * What is new, each thing once, and how many things need the operator at each change: for notifications of a browser.
     * The only stream that a hidden window keeps open, and only where the operator wants to be notified there.
     */
    news: call.input(nothing).output(eventIterator(z.object({ news: z.array(News), waiting: z.number().int() }))),
    /** How the replies of turns begin, each on one line. */
    heads: call
      .input(z.object({ turns: z.array(worker.extend({ turn: z.number().int().positive() })).max(ATTENTION_HEADS_MAX) }))
      .output(z.object({ heads: z.array(z.string()) }))
  },
  approvals: {
    /** All open requests of all Projects, oldest first, again at every change. */
    watch: call.input(nothing).output(eventIterator(z.object({ asks: z.array(AskView) }))),
    /** Chooses an option that was offered, or answers in words where the request takes them; CONFLICT when it was decided elsewhere. */
    answer: call
      .input(
        z.object({
          id: z.string().max(120),
          optionId: z.string().max(ASK_OPTION_MAX_CHARS).nullable(),
          text: z.string().trim().min(1).max(ASK_TEXT_MAX_CHARS).nullable().default(null)
        })
      )
      .output(nothing),
    /** What was asked in a Project, or by one worker of it, and who decided it: newest first, from `before` on. */
    trail: call
      .input(
        project.extend({
          workerId: Id.optional(),
          limit: z.number().int().min(1).max(1_000),
          before: z.object({ askedAt: z.number(), id: z.string().max(120) }).optional()
        })
      )
      .output(z.object({ asks: z.array(AskView) })),
    /** What one worker may do, again at every change. */
    rights: call.input(worker).output(eventIterator(WorkerRights)),
    /** A policy for one worker, also a wider one than its Project's; null takes it back. */
    setPolicy: call.input(worker.extend({ policy: WorkerRights.shape.own })).output(nothing),
    /** Takes back an answer that was given once for all. */
    revoke: call.input(worker.extend({ tool: z.string() })).output(nothing)
  },
  notes: {
    /** The three files, again whenever one of them changes on disk. */
    watch: call.input(project).output(eventIterator(z.object({ notes: z.array(NoteText) }))),
    /** CONFLICT when the file is no longer `base`: both texts are still there. */
    save: call
      .input(project.extend({ file: NoteFile, base: z.string().nullable(), text: z.string().max(NOTES_MAX_BYTES) }))
      .output(NoteText)
  },
  artifacts: {
    /** The files of all turns, newest first, with what became of each; `below` is a page's `next`. */
    list: call.input(worker.extend({ below: z.number().int().positive().nullable() })).output(ArtifactPage),
    /** What the turn changed in a file, or what was changed in it since. */
    compare: call.input(artifact.extend({ against: z.enum(['turn', 'now']) })).output(FileComparison),
    /** What the file holds now, bounded. */
    read: call.input(artifact).output(FileContent),
    /** The text that the turn left in it; null where it was not kept. */
    left: call.input(artifact).output(z.object({ text: z.string().nullable() })),
    /** Where it lies on the machine of the host, in full. */
    path: call.input(artifact).output(z.object({ path: z.string() })),
    /** Opens the file with the desktop's program for it; an executable is revealed instead. */
    open: call.input(artifact).output(z.object({ done: z.enum(['opened', 'revealed']) })),
    reveal: call.input(artifact).output(nothing)
  },
  links: {
    /** Opens an http, https or mailto address outside; the host parses it. */
    open: call.input(z.object({ url: z.string().max(8192) })).output(nothing)
  },
  models: {
    providers: call.input(nothing).output(z.object({ providers: z.array(ProviderView) })),
    saveProvider: call
      .input(
        z.object({
          id: Id,
          name: z.string().trim().min(1).max(80),
          api: ModelApi,
          baseUrl: z.url({ protocol: /^https?$/ }),
          models: z.array(z.string().min(1).max(200)).min(1).max(200)
        })
      )
      .output(ProviderView),
    removeProvider: call.input(z.object({ id: Id })).output(nothing),
    /** Null removes the stored key. */
    setKey: call.input(z.object({ id: Id, key: z.string().min(1).max(4096).nullable() })).output(ProviderView),
    /** Asks the model for one word and says what happened. */
    check: call
      .input(z.object({ model: z.string().min(3).max(300) }))
      .output(z.object({ ok: z.boolean(), message: z.string(), ms: z.number().int() }))
  },
  agents: {
    /** Every agent of this machine, again at every change, and what the operator has to know of the list itself. */
    watch: call.input(nothing).output(eventIterator(z.object({ agents: z.array(AgentView), notices: z.array(z.string()) }))),
    /** Looks anew for what is installed. */
    look: call.input(nothing).output(nothing),
    /** Really starts it, and ends it again. */
    check: call.input(agent).output(AgentView.shape.checked.unwrap()),
    /** Downloads the pinned adapter of an agent into the data folder. */
    installAdapter: call.input(agent).output(AgentView),
    removeAdapter: call.input(agent).output(AgentView),
    /** Adds or replaces an agent of the operator's own. */
    save: call.input(CustomAgent).output(AgentView),
    remove: call.input(agent).output(nothing)
  },
  desk: {
    /** What the desk remembers of its own view: all at first, then what has changed. */
    watch: call.input(nothing).output(eventIterator(z.object({ entries: z.array(DeskEntry) }))),
    /** Null drops it. */
    set: call.input(DeskEntry).output(nothing)
  },
  settings: {
    /** The settings at once, and again at every change, whoever made it. */
    watch: call.input(nothing).output(eventIterator(Settings)),
    set: call.input(Settings.partial()).output(Settings)
  },
  /** What is recorded of our own workers. */
  records: {
    page: call.input(worker.extend(page.shape)).output(BoundedPage),
    /** How the worker stands, again whenever its record grows or is cleared; `cleared` counts that. */
    watch: call.input(worker).output(eventIterator(z.object({ worker: WorkerRecordView, cleared: z.number().int() }))),
    find: call.input(worker.extend(find.shape)).output(Found),
    /** Where a turn begins, or a message of it stands; null when the record does not have it. */
    place: call
      .input(worker.extend({ turn: z.number().int().positive(), messageId: z.string().max(200).nullable() }))
      .output(z.object({ offset: z.number().int().nullable() })),
    /**
     * "Clear conversation": what was said to a worker and by it is shown to nobody and remembered by no engine; its record
     * is emptied. What waits stays. CONFLICT while a turn runs.
     */
    clear: call.input(worker).output(nothing),
    /** Deleted workers whose records are kept, again whenever that changes. */
    deleted: call.input(nothing).output(eventIterator(DeletedWorkers)),
    /** Removes the record of a deleted worker for good. */
    discard: call.input(worker).output(nothing),
    serving: call.input(nothing).output(ServingView),
    /** The desktop's own server, on or off; it stays so over restarts. */
    serve: call.input(z.object({ enabled: z.boolean() })).output(ServingView),
    /** A new token; the old one is refused at once. */
    renewToken: call.input(nothing).output(ServingView)
  },
  /** Transcripts of other programs on this machine. Nothing is looked for before the first of these calls. */
  imports: {
    /** The latest runs, again whenever they change. */
    watch: call
      .input(z.object({ limit: z.number().int().min(1).max(IMPORTED_RUNS_MAX), format: FormatName.nullable(), query: z.string().max(200) }))
      .output(eventIterator(ImportedRuns)),
    /** A run with its workers, again whenever one of its logs grows. */
    follow: call.input(importedRun).output(eventIterator(ImportedWorkers)),
    page: call.input(importedRun.extend({ workerId: foreignId, ...page.shape })).output(BoundedPage),
    find: call.input(importedRun.extend({ workerId: foreignId, ...find.shape })).output(Found),
    addFolder: call.input(z.object({ folder: z.string().min(1).max(4096) })).output(nothing),
    removeFolder: call.input(z.object({ folder: z.string().min(1).max(4096) })).output(nothing)
  },
  /** Other instances whose records are read here. Each question goes to the instance when it is asked. */
  instances: {
    watch: call.input(nothing).output(eventIterator(z.object({ instances: z.array(InstanceView) }))),
    /** Asks nothing of it yet. The token never comes back. */
    add: call.input(z.object({ name: z.string().max(200), url: z.string().max(2_000), token: z.string().max(8_192) })).output(InstanceView),
    setToken: call.input(instance.extend({ token: z.string().max(8_192) })).output(nothing),
    /** The operator has compared it: accepted for this host alone. Null takes that back. */
    confirmCertificate: call.input(instance.extend({ fingerprint: z.string().max(200).nullable() })).output(nothing),
    /** Takes what answers at the address now for this instance. */
    acceptIdentity: call.input(instance).output(nothing),
    addRun: call.input(instance.extend({ runId: foreignId })).output(nothing),
    removeRun: call.input(instance.extend({ runId: foreignId })).output(nothing),
    remove: call.input(instance).output(nothing),
    check: call.input(instance).output(InstanceState),
    workers: call.input(instance.extend({ runId: foreignId })).output(SeenRun),
    page: call.input(instance.extend({ runId: foreignId, workerId: foreignId, ...page.shape })).output(BoundedPage),
    find: call.input(instance.extend({ runId: foreignId, workerId: foreignId, ...find.shape })).output(Found)
  }
}

export type Contract = typeof contract
