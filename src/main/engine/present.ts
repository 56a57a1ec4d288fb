/** `present`: how an agent shows finished files to the operator. The same for agents in this process and outside of it. */
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { PresentedFile } from './engine'
import { presentableFile } from './pi/child/confine'
import { digestOf } from './versions'

/** Larger files are not read to know them again, in bytes. */
const DIGEST_MAX_BYTES = 8 * 1024 * 1024
/** How many files one call may present. */
const PRESENT_MAX = 8

export const PRESENT = {
  name: 'present',
  description: `Show finished files to the operator, at most ${PRESENT_MAX} at once. They must exist inside the folder you work in.`,
  parameters: {
    type: 'object' as const,
    properties: {
      files: {
        type: 'array',
        minItems: 1,
        maxItems: PRESENT_MAX,
        items: {
          type: 'object',
          properties: {
            path: { type: 'string', description: 'Path of the file' },
            description: { type: 'string', description: 'What it is, in one short sentence' }
          },
          required: ['path']
        }
      }
    },
    required: ['files'],
    additionalProperties: false as const
  }
}

export const PresentArguments = z.object({
  files: z.array(z.object({ path: z.string().min(1), description: z.string().optional() })).min(1).max(PRESENT_MAX)
})
export type PresentArguments = z.infer<typeof PresentArguments>

/**
 * The files as they are shown.
 * @throws Error with what is wrong with one of them, for the model
 */
export async function presentable(folder: string, { files }: PresentArguments): Promise<PresentedFile[]> {
  return Promise.all(
    files.map(async ({ path, description }) => {
      const shown = await presentableFile(folder, path)
      return { path: shown, description: description ?? null, after: await digestOfFile(resolve(folder, path)) }
    })
  )
}

/** Left out for a file that is too large to be read for this, or that is gone. */
async function digestOfFile(path: string): Promise<string | undefined> {
  const there = await stat(path).catch(() => null)
  if (!there || there.size > DIGEST_MAX_BYTES) return undefined
  return readFile(path).then(digestOf, () => undefined)
}

/** What the model is told of files that are shown now. */
export function presentedWords(files: readonly PresentedFile[]): string {
  return `Shown to the operator: ${files.map((file) => file.path).join(', ')}`
}
