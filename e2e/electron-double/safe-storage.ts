/** `safeStorage`: a keychain that is one random key in a private file of the user data folder. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from './app.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

function key(): Buffer {
  const file = join(app.getPath('userData'), 'electron-double.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}

export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => true,
  getSelectedStorageBackend: (): string => 'gnome_libsecret',
  async encryptStringAsync(text: string): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key(), nonce)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  },
  async decryptStringAsync(bytes: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const tagEnd = NONCE_BYTES + TAG_BYTES
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
    const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
    return { result: text.toString('utf8'), shouldReEncrypt: false }
  }
}
