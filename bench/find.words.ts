/** A million messages with known words, written by the database itself. */
import type { Crew } from '../src/main/testing/crew'

export const COMMON = 'deployment'
export const RARE = { word: 'quixotic', messages: 10 }
export const CHINESE = { common: '部署', rare: { word: '琥珀', messages: 12 }, absent: '署部' }
/** One of letters that never come together, one of pieces that all are frequent. */
export const ABSENT = ['zugzwang', 'intentionally']

const BEGIN = Date.UTC(2026, 0, 1)
/** Phrases of a message. */
const PARTS = 4

const PHRASES = [
  'The change is small and stays local; both callers are covered by the tests below.',
  'Please look at the session driver again and say what you did not check.',
  'I measured it before and after on the same machine, and the difference is well above the noise.',
  'The old order let a message slip in between the two reads.',
  'Nothing else calls this function, so the name can stay as it is.',
  'It fails 40 times of 40 without the change and passes 40 of 40 with it.',
  'An internal error happened while the renderer was reading the timeline.',
  'src/main/store/schema.ts has the new table and its index',
  'The connection was closed by the other side; the client tries again after a pause.',
  'Unit tests, lint and types are all fine; the slow lane needs an hour.',
  'Keep the public names, add a test, and write down the decision.',
  'What the operator sees is taken from the log, never from memory.',
  'An intention is not a fact: only the end of the turn tells what happened.',
  'He finally moved the entry so that tentative results are marked.',
  '我看了一下会话的代码，问题出在两次读取之间。',
  '请再检查一遍测试，然后告诉我哪些还没有覆盖到。',
  '时间线现在只加载最近的内容，其余的按需读取。',
  '这个修改很小，不影响其他模块，可以直接合并。',
  '数据库的事务在提交之后才会通知界面。'
]

/** Makes the workers and deals the messages out to them, an input and its reply in turn. */
export function seedWords(crew: Crew, messages: number, workers: number): void {
  const { db, log, sessionId } = crew
  for (let worker = 0; worker < workers; worker++) {
    const id = `worker-${worker}`
    log.create({ id, projectId: sessionId, parentId: sessionId, name: id, taskRef: null, engine: 'pi', model: 'bench/model', lifecycle: 'member' })
  }
  db.sqlite.exec('CREATE TEMP TABLE phrase (i INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  for (const [i, text] of PHRASES.entries()) db.run('INSERT INTO phrase (i, text) VALUES (?, ?)', i, text)
  const phrase = (k: number) => `(SELECT text FROM phrase WHERE i = (n * ${[7, 11, 13, 17][k]} + n / ${[3, 19, 101, 523][k]}) % ${PHRASES.length})`
  const every = (count: number) => Math.floor(messages / count)
  db.run(
    `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${messages}),
       place AS (SELECT n, n % ${workers} AS worker, n / ${workers} AS seq FROM number),
       said AS (SELECT worker, seq, seq / 2 + 1 AS turn, seq % 2 AS is_reply,
         'Number ' || n || '. ' || ${Array.from({ length: PARTS }, (_, k) => phrase(k)).join(` || ' ' || `)}
         || CASE WHEN n % 2 = 0 THEN ' The ${COMMON} waits.' ELSE '' END
         || CASE WHEN n % 3 = 0 THEN ' 重新${CHINESE.common}之后再看。' ELSE '' END
         || CASE WHEN n % ${every(RARE.messages)} = 8 THEN ' A ${RARE.word} idea.' ELSE '' END
         || CASE WHEN n % ${every(CHINESE.rare.messages)} = 5 AND n < ${every(CHINESE.rare.messages) * CHINESE.rare.messages} THEN ' 代号${CHINESE.rare.word}。' ELSE '' END AS text FROM place)
     INSERT INTO event (session_id, seq, time, type, shown, data)
     SELECT 'worker-' || worker, seq, ${BEGIN} + seq, iif(is_reply, 'assistant/message', 'user/message'), 1,
       iif(is_reply,
         json_object('turn', turn, 'step', 1, 'message', json_object('id', worker || '-' || seq, 'role', 'assistant',
           'content', json_array(json_object('type', 'text', 'text', text)))),
         json_object('turn', turn, 'step', 1, 'id', worker || '-' || seq, 'role', 'user', 'content', json_array(json_object('type', 'text', 'text', text)),
           'source', json_object('kind', 'user'), 'delivery', 'queue', 'acceptedAt', ${BEGIN}))
     FROM said`
  )
  db.run(`UPDATE session SET next_seq = ${messages / workers}, turn_count = ${messages / workers / 2} WHERE id LIKE 'worker-%'`)
}
