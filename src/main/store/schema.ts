/**
 * The tables. The event log is the truth; every other table of a Session is a projection of it, written in the same
 * transaction, so that each read costs what it returns and not what the Session has lived through.
 *
 * Migrations are run in order, each once; a published one is never edited.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE project (
    session_id TEXT PRIMARY KEY,
    folder     TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    policy     TEXT NOT NULL,
    opened_at  INTEGER NOT NULL,
    -- How its Coordinator and its crew are run, as JSON (ProjectConduct).
    conduct    TEXT NOT NULL DEFAULT '{}',
    -- 1 while "Pause Project" holds every wake.
    paused     INTEGER NOT NULL DEFAULT 0,
    -- 0 once the operator took it off the list; opening the folder again brings it back.
    listed     INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE session (
    id             TEXT PRIMARY KEY,
    project_id     TEXT NOT NULL REFERENCES project (session_id),
    parent_id      TEXT,
    name           TEXT NOT NULL,
    task_ref       TEXT,
    engine         TEXT NOT NULL,
    model          TEXT,
    lifecycle      TEXT NOT NULL,
    -- A one-shot child takes no message after its task.
    mode           TEXT NOT NULL DEFAULT 'continuable',
    -- 1 when it may have children of its own.
    delegates      INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    -- Projections of the log.
    next_seq       INTEGER NOT NULL DEFAULT 0,
    turn_count     INTEGER NOT NULL DEFAULT 0,
    open_turn      INTEGER,
    open_started   INTEGER,
    open_steps     INTEGER NOT NULL DEFAULT 0,
    open_stopping  INTEGER,
    dialogue_count INTEGER NOT NULL DEFAULT 0,
    last_outcome   TEXT,
    last_ended_at  INTEGER,
    -- Positions of the latest committed inputs in the log.
    latest_input   INTEGER,
    latest_human   INTEGER,
    -- 1 while pending messages wait for the next send or for "continue".
    parked         INTEGER NOT NULL DEFAULT 0,
    draft          TEXT NOT NULL DEFAULT ''
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_by_project ON session (project_id, created_at, id);
  CREATE INDEX session_by_parent ON session (parent_id, created_at, id);

  CREATE TABLE event (
    session_id TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    time       INTEGER NOT NULL,
    type       TEXT NOT NULL,
    -- 1 when the timeline needs it: a long turn's tool traffic costs its readers nothing.
    shown      INTEGER NOT NULL,
    data       TEXT NOT NULL,
    PRIMARY KEY (session_id, seq)
  ) STRICT, WITHOUT ROWID;

  -- Where each turn begins in the log.
  CREATE TABLE turn (
    session_id TEXT NOT NULL,
    number     INTEGER NOT NULL,
    first_seq  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX turn_by_start ON turn (started_at);

  -- The visible messages of a Session, numbered from the oldest.
  CREATE TABLE dialogue (
    session_id TEXT NOT NULL,
    position   INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    PRIMARY KEY (session_id, position)
  ) STRICT, WITHOUT ROWID;

  -- Accepted inputs that no turn holds yet, in the order in which they will be taken.
  CREATE TABLE inbox (
    session_id TEXT NOT NULL,
    target     TEXT NOT NULL,
    position   INTEGER NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    message    TEXT NOT NULL,
    PRIMARY KEY (session_id, target, position)
  ) STRICT, WITHOUT ROWID;

  -- What agents asked a human, and who decided it.
  CREATE TABLE approval (
    id         TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES session (id),
    turn       INTEGER NOT NULL,
    asked_at   INTEGER NOT NULL,
    request    TEXT NOT NULL,
    state      TEXT NOT NULL,
    option_id  TEXT,
    decided_by TEXT,
    decided_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX approval_by_state ON approval (state, asked_at);
  CREATE INDEX approval_by_session ON approval (session_id, asked_at);

  -- Events before this place are no part of a worker's record any more: the operator has cleared it.
  CREATE TABLE record_base (
    session_id TEXT PRIMARY KEY,
    base_seq   INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Other instances whose worker records are read here. Their tokens are kept where keys are.
  CREATE TABLE instance (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    url         TEXT NOT NULL UNIQUE,
    -- Of the certificate that the operator has confirmed for this host.
    fingerprint TEXT,
    -- What answered there first; the token goes to nobody else.
    instance_id TEXT,
    -- Ids of runs that the operator named, as JSON.
    runs        TEXT NOT NULL DEFAULT '[]',
    added_at    INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Every message id that was ever accepted, so that a repeated send is one message.
  CREATE TABLE message (
    id         TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    delivery   TEXT NOT NULL,
    note       TEXT,
    digest     TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What the operator's desk remembers of its own view: never a part of a Session.
  CREATE TABLE desk (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The operator's words with an answer, and the Project, so that the latest of one Project are read in order.
  ALTER TABLE approval ADD COLUMN answer_text TEXT;
  ALTER TABLE approval ADD COLUMN project_id TEXT;
  UPDATE approval SET project_id = (SELECT session.project_id FROM session WHERE session.id = approval.session_id);
  CREATE INDEX approval_by_project ON approval (project_id, asked_at, id);

  -- What one worker may do where it is not what its Project allows. beyond = 1: it was given more, on purpose.
  CREATE TABLE worker_policy (
    session_id TEXT PRIMARY KEY,
    policy     TEXT NOT NULL,
    beyond     INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Answers that the operator gave once for all: 'allow' or 'reject', by worker and tool.
  CREATE TABLE remembered_answer (
    session_id TEXT NOT NULL,
    tool       TEXT NOT NULL,
    answer     TEXT NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (session_id, tool)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What was said, in the order in which it came: every input and every message of an agent, so that it can be found.
  -- Written by the database itself with the event. Sessions have numbers here, because their ids are long.
  CREATE TABLE said_by (
    n          INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    -- 1 once the Session is deleted, until all that it has said is dropped.
    gone       INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX said_by_gone ON said_by (gone) WHERE gone = 1;
  CREATE TRIGGER said_by_new AFTER INSERT ON session BEGIN
    INSERT INTO said_by (session_id) VALUES (NEW.id);
  END;
  CREATE TRIGGER said_by_deleted AFTER UPDATE OF lifecycle ON session WHEN NEW.lifecycle = 'deleted' BEGIN
    UPDATE said_by SET gone = 1 WHERE session_id = NEW.id;
  END;
  CREATE TABLE said (
    -- Never given twice: the index knows messages by it.
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    said_by INTEGER NOT NULL,
    seq     INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX said_of ON said (said_by, id);
  CREATE TRIGGER said_new AFTER INSERT ON event WHEN NEW.type IN ('user/message', 'assistant/message') BEGIN
    INSERT INTO said (said_by, seq) SELECT n, NEW.seq FROM said_by WHERE session_id = NEW.session_id;
  END;
  INSERT INTO said_by (session_id) SELECT id FROM session WHERE lifecycle <> 'deleted' ORDER BY created_at, id;
  INSERT INTO said (said_by, seq)
    SELECT n, seq FROM event JOIN said_by USING (session_id) WHERE type IN ('user/message', 'assistant/message') ORDER BY time, session_id, seq;
  -- Pieces of the texts, made a moment later: up to here, by this version of what makes them.
  CREATE TABLE said_state (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    indexed INTEGER NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;
  INSERT INTO said_state (one, indexed, version) VALUES (1, 0, 0);
  `,
  `
  -- What the turns of a Session, and all Sessions of a Project, have used: sums over the log. NULL until an engine has said.
  ALTER TABLE session ADD COLUMN used_input INTEGER;
  ALTER TABLE session ADD COLUMN used_output INTEGER;
  ALTER TABLE session ADD COLUMN used_cost REAL;
  ALTER TABLE project ADD COLUMN used_input INTEGER;
  ALTER TABLE project ADD COLUMN used_output INTEGER;
  ALTER TABLE project ADD COLUMN used_cost REAL;
  UPDATE session SET (used_input, used_output, used_cost) = (
    SELECT sum(json_extract(data, '$.usage.inputTokens')), sum(json_extract(data, '$.usage.outputTokens')), sum(json_extract(data, '$.usage.cost'))
    FROM event WHERE event.session_id = session.id AND event.type = 'assistant/message'
  );
  UPDATE project SET (used_input, used_output, used_cost) = (
    SELECT sum(used_input), sum(used_output), sum(used_cost) FROM session WHERE session.project_id = project.session_id
  );
  `,
  `
  -- How each turn has ended, so that what was not seen yet is found without reading logs. Null for turns before this.
  ALTER TABLE turn ADD COLUMN outcome TEXT;
  ALTER TABLE turn ADD COLUMN ended_at INTEGER;
  `,
  `
  -- Files that were given to workers. Without a message they wait in the worker's draft.
  CREATE TABLE attachment (
    id         TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    message_id TEXT,
    -- The digest of what is kept, and the ending of its name.
    file       TEXT NOT NULL,
    name       TEXT NOT NULL,
    bytes      INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachment_by_session ON attachment (session_id, message_id);
  CREATE INDEX attachment_by_message ON attachment (message_id);
  CREATE INDEX attachment_by_file ON attachment (file);
  `,
  `
  -- The files that turns have made, changed or presented, one row for each time: by turn for a worker's list, by path for
  -- what became of a file. Digests of what it held before ('' where there was no file) and after; NULL where not known.
  -- told: 1 where what it held before is what the agent said, and not what we saw.
  CREATE TABLE artifact (
    session_id  TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    project_id  TEXT NOT NULL,
    turn        INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    how         TEXT NOT NULL,
    path        TEXT NOT NULL,
    added       INTEGER,
    removed     INTEGER,
    description TEXT,
    before      TEXT,
    after       TEXT,
    told        INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (session_id, seq, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX artifact_by_turn ON artifact (session_id, turn);
  CREATE INDEX artifact_by_path ON artifact (project_id, path, at);
  INSERT INTO artifact (session_id, seq, place, project_id, turn, at, how, path, added, removed)
    SELECT session_id, seq, key, project_id, json_extract(data, '$.turn'), time,
           json_extract(value, '$.how'), json_extract(value, '$.path'), json_extract(value, '$.added'), json_extract(value, '$.removed')
    FROM event JOIN session ON session.id = event.session_id, json_each(data, '$.meta.diffs')
    WHERE event.type = 'tool/result' AND shown = 1;
  INSERT INTO artifact (session_id, seq, place, project_id, turn, at, how, path, description)
    SELECT session_id, seq, key, project_id, json_extract(data, '$.turn'), time,
           'presented', json_extract(value, '$.path'), json_extract(value, '$.description')
    FROM event JOIN session ON session.id = event.session_id, json_each(data, '$.files')
    WHERE event.type = 'deliverables/presented';
  `,
  `
  -- Turns and visible messages that the operator has cleared with their conversation, and when: the log keeps them, nobody is shown them.
  ALTER TABLE session ADD COLUMN cleared_turns INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE session ADD COLUMN cleared_dialogue INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE session ADD COLUMN cleared_at INTEGER;
  `,
  `
  -- When a Session was deleted, NULL where that was before this was noted; 1 once the operator has let its record go, too.
  CREATE TABLE deletion (
    session_id TEXT PRIMARY KEY REFERENCES session (id),
    at         INTEGER,
    discarded  INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER session_deleted AFTER UPDATE OF lifecycle ON session WHEN NEW.lifecycle = 'deleted' BEGIN
    INSERT INTO deletion (session_id, at) VALUES (NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER)) ON CONFLICT DO NOTHING;
  END;
  INSERT INTO deletion (session_id) SELECT id FROM session WHERE lifecycle = 'deleted';
  `,
  `
  -- When an open turn was last heard from, as far as it was written down: the end of a turn whose host has died.
  CREATE TABLE heard (
    session_id TEXT PRIMARY KEY,
    heard_at   INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER session_deleted_heard AFTER UPDATE OF lifecycle ON session WHEN NEW.lifecycle = 'deleted' BEGIN
    DELETE FROM heard WHERE session_id = NEW.id;
  END;
  `,
  `
  -- The files of attachments that this database has made: written down before the file is there, and until it is gone.
  CREATE TABLE attachment_file (
    file TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  INSERT INTO attachment_file (file) SELECT DISTINCT file FROM attachment;
  `,
  `
  -- The turn that a message was committed into; NULL for one that waits, or was taken back.
  ALTER TABLE message ADD COLUMN turn INTEGER;
  UPDATE message SET turn = taken.turn
    FROM (SELECT data ->> 'id' AS id, max(data ->> 'turn') AS turn FROM event WHERE type = 'user/message' GROUP BY 1) AS taken
    WHERE taken.id = message.id;
  CREATE TRIGGER message_taken AFTER INSERT ON event WHEN NEW.type = 'user/message' BEGIN
    UPDATE message SET turn = NEW.data ->> 'turn' WHERE id = NEW.data ->> 'id';
  END;
  `
]
