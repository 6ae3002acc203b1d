import { safeStorage } from 'electron'

import type { Logger } from '#kernel/logger.ts'
import type { OsProtection } from '#kernel/sealer.ts'

/**
 * Encryption by the system's keychain, once the app is ready. Undefined where there is none, as on a Linux without a
 * secret service, where Chromium would use a password that everybody knows: a key file serves there.
 */
export function osProtection(logger: Logger): OsProtection | undefined {
  const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  if (isPlain || !safeStorage.isEncryptionAvailable()) {
    logger.info({}, 'no keychain: stored secrets are encrypted with a key file in the data folder')
    return undefined
  }
  return {
    protect: (text) => safeStorage.encryptString(text),
    unprotect: (bytes) => safeStorage.decryptString(bytes),
  }
}
