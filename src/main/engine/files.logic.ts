/** How an agent is told of the files that come with a message: by their paths, for it to read with its own tools. */
import type { EngineFile } from './engine'

/** The text of a message with its files named below it. */
export function withFiles(text: string, files: readonly EngineFile[]): string {
  if (files.length === 0) return text
  const head = files.length === 1 ? 'A file is attached to this message. Read it from disk:' : `${files.length} files are attached to this message. Read them from disk:`
  const lines = files.map(({ name, bytes, kind, path }) => `- ${JSON.stringify(name)} (${kind}, ${bytes} bytes): ${path}`)
  return [...(text.trim() === '' ? [] : [text, '']), head, ...lines].join('\n')
}

/** How a command finds them: `$ATTACHMENT_1`, `$ATTACHMENT_2` and so on, in the order of the message. */
export function fileVariables(files: readonly EngineFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ path }, index) => [`ATTACHMENT_${index + 1}`, path]))
}
