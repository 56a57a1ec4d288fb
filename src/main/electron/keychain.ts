/** The desktop's keychain, by Electron's safeStorage. */
import { safeStorage } from 'electron'
import type { Cipher } from './keychain-store'

export const keychain: Cipher = {
  async problem() {
    // Without a keychain Linux falls back to a password that everyone knows: as good as clear text.
    const clear = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
    if (clear || !(await safeStorage.isAsyncEncryptionAvailable())) return 'this desktop offers no unlocked keychain.'
    return null
  },
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (bytes) => (await safeStorage.decryptStringAsync(bytes)).result
}
