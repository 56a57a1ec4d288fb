/**
 * What importers say in words, in Chinese too. They write English, which is shown as it is; a sentence that is not known
 * here stays English, so that nothing is lost.
 */
import { useLanguage } from '../words'

type Rule = readonly [RegExp, (...parts: string[]) => string]

const SENTENCES: Readonly<Record<string, string>> = {
  'its end was not looked at yet': '尚未查看其结尾',
  'its last message is a reply that calls no tool': '最后一条消息是不调用工具的回复',
  'its last message is an error of the model': '最后一条消息是模型错误',
  'its last message reached the limit of tokens': '最后一条消息达到了 token 上限',
  'its last message is not complete': '最后一条消息不完整',
  'its log ends with an error': '记录以错误结尾',
  'its parent could not start it': '上级未能启动它',
  'its parent was interrupted by the user while it waited for it': '上级在等待它时被用户中断',
  'its result is an error': '它的结果是错误',
  'its turn ended after an error': '其轮次在出错后结束',
  'its turn has begun and not ended': '其轮次已开始但未结束',
  'its parent waits for its result': '上级正在等它的结果',
  'its parent has started it and has no result yet': '上级已启动它，尚无结果',
  'a prompt has no answer yet': '有一条提示还没有回答',
  'a tool result has no answer yet': '有一个工具结果还没有后续',
  'a message waits in its inbox': '收件箱里有一条消息在等待',
  'it was thinking': '它正在思考',
  'it was taken back to an earlier message': '它被退回到更早的消息',
  'nothing was said yet': '还没有任何内容',
  'The file is not there any more.': '文件已不存在。',
  'The system does not let Crewdeck read this file.': '系统不允许 Crewdeck 读取此文件。',
  'This is a link; links are not followed.': '这是一个链接；Crewdeck 不跟随链接。',
  'A folder stands where a file should be.': '本应是文件的位置是一个文件夹。',
  'A folder stands where a transcript should be.': '本应是记录文件的位置是一个文件夹。',
  'This is no plain file.': '这不是普通文件。',
  'The file lies outside of the folder that it was found in.': '文件在其所属文件夹之外。',
  'No line of this file is JSON; it may be in another encoding or of another kind.': '此文件没有一行是 JSON；可能是其他编码或其他类型。',
  'This document is not whole; what could be read of it is shown.': '此文档不完整；已显示能读出的部分。',
  'It left no log of its own here: only its task and its result are known, from the log of its parent.': '它没有留下自己的记录：只能从上级的记录得知其任务和结果。',
  'It left no log of its own here: this is what the log of its parent repeats of it.': '它没有留下自己的记录：这是上级记录中转述的内容。',
  'The newest rows wait in a write-ahead log that OpenCode has to take up first.': '最新的内容还在预写日志中，要等 OpenCode 写入数据库。',
  'This session is not in the database any more.': '此会话已不在数据库中。',
  'A compressed part of this file is damaged or unpacks to more than 64 MB; nothing after it can be read.':
    '此文件的一个压缩部分已损坏或解压后超过 64 MB；其后的内容无法读取。',
  'A compressed part of this file is larger than 64 MB.': '此文件的一个压缩部分超过 64 MB。',
  'This file is not, or not all through, compressed with zstd.': '此文件并非（或并非全部）以 zstd 压缩。',
  'A compressed part of this file is damaged; nothing after it can be read.': '此文件的一个压缩部分已损坏；其后的内容无法读取。',
  'It is a subagent, but its rollout does not say of whom.': '它是子智能体，但记录没有说明属于谁。',
  'It is a subagent, but its folder does not say of whom.': '它是子智能体，但文件夹没有说明属于谁。',
  'It is a fork, but nothing says where the replayed history ends.': '它是一个分支，但无从得知重放的历史在哪里结束。'
}

const RULES: readonly Rule[] = [
  [/^(.*), and nothing is being written any more$/s, (what) => `${inChinese(what)}，且已不再写入`],
  [/^it was started in the background, and no notification of its end has come(?:; (.*))?$/s, (what) => `它在后台启动，尚未收到结束通知${what ? `；${inChinese(what)}` : ''}`],
  [/^its parent waits for its result; (.*)$/s, (what) => `上级正在等它的结果；${inChinese(what)}`],
  [/^it goes on after (.*?): (.*)$/s, (what, waits) => `在“${inChinese(what)}”之后它仍在继续：${inChinese(waits)}`],
  [/^a call of (.*) has no result yet$/s, (tool) => (tool === 'a tool' ? '有一次工具调用还没有结果' : `对 ${tool} 的调用还没有结果`)],
  [/^its (?:log|rollout|result) says "(.*?)"(?: \((.*)\))?$/s, (said, why) => `其记录显示“${said}”${why ? `（${why}）` : ''}`],
  [/^its parent looked and saw "(.*)"$/s, (said) => `上级查看时显示“${said}”`],
  [/^a notification says "(.*)"$/s, (said) => `通知显示“${said}”`],
  [/^its last message says "(.*)"$/s, (said) => `最后一条消息显示“${said}”`],
  [/^its last message is complete \((.*)\)$/s, (why) => `最后一条消息已完成（${why === 'no reason' ? '未说明原因' : why}）`],
  [/^its last turn was aborted \((.*)\)$/s, (by) => `最后一个轮次被中止（${by}）`],
  [/^its last turn ended "(.*)"$/s, (kind) => `最后一个轮次以“${kind}”结束`],
  [/^([\w-]+): (.*)$/s, (root, what) => (inChinese(what) === what ? `${root}: ${what}` : `${root}：${inChinese(what)}`)],
  [/^A folder cannot be read \((.*)\)\.$/, (code) => `有一个文件夹无法读取（${code}）。`],
  [/^The file cannot be read \((.*)\)\.$/s, (code) => `文件无法读取（${code}）。`],
  [/^(\d+) transcripts? (?:is a link|are links); links are not followed\.$/, (count) => `有 ${count} 个记录是链接；Crewdeck 不跟随链接。`],
  [/^The database cannot be read \((.*)\)\.$/s, (why) => `数据库无法读取（${why}）。`],
  [/^There are more than (\d+) transcripts here; the rest is not listed\.$/, (count) => `这里的记录超过 ${count} 个；其余未列出。`]
]

/** In the language of now. */
export function told(sentence: string): string {
  return useLanguage.getState().language === 'zh' ? inChinese(sentence) : sentence
}

function inChinese(sentence: string): string {
  const whole = SENTENCES[sentence]
  if (whole !== undefined) return whole
  for (const [rule, say] of RULES) {
    const parts = rule.exec(sentence)
    if (parts) return say(...parts.slice(1).map((part) => part ?? ''))
  }
  return sentence
}
