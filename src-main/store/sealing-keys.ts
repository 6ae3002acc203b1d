import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

import type { OsProtection, SealingKeys } from '#kernel/sealer.ts'

/** Key that the service itself keeps, readable by its user alone. */
export const OWN_KEY_FILE = 'sealing.key'
/** Key that the operating system protects. Only the desktop app can read it. */
const PROTECTED_FILE = 'sealing.key.protected'
/** Files that the keys of a data folder are in, as far as they are there. */
export const SEALING_KEY_FILES: readonly string[] = [OWN_KEY_FILE, PROTECTED_FILE]
const KEY_BYTES = 32

/**
 * Reads the keys for stored secrets from the data folder, and creates one when it is first needed. With the protection of
 * the operating system, new secrets use a key that is protected by it. Without, they use a key file of mode 0600.
 * A configured key (base64, 32 bytes) comes before both; what the key file has sealed can still be opened.
 */
export function sealingKeysIn(dataDir: string, os?: OsProtection, configured?: string): SealingKeys {
  const own = path.join(dataDir, OWN_KEY_FILE)
  const guarded = path.join(dataDir, PROTECTED_FILE)
  const readOwn = () => decoded(readIfThere(own)?.toString('utf8'))
  const readGuarded = () => {
    const bytes = os && readIfThere(guarded)
    return bytes && decoded(unprotected(os, bytes))
  }
  const given = decoded(configured)
  if (given) return { current: () => given, all: () => [given, readOwn()].filter((key) => key !== undefined) }
  let current: Buffer | undefined
  return {
    current: () => {
      current ??= os
        ? (readGuarded() ?? created(guarded, (text) => os.protect(text)))
        : (readOwn() ?? created(own, (text) => Buffer.from(text)))
      return current
    },
    all: () => [readGuarded(), readOwn()].filter((key) => key !== undefined),
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Another user, or another machine, has another protection: its key is as good as missing. */
function unprotected(os: OsProtection, bytes: Buffer): string | undefined {
  try {
    return os.unprotect(bytes)
  } catch {
    return undefined
  }
}

function decoded(text: string | undefined): Buffer | undefined {
  const key = text === undefined ? undefined : Buffer.from(text.trim(), 'base64')
  return key?.length === KEY_BYTES ? key : undefined
}

/** Writes a new key to the disk before anything is sealed with it. Throws if a damaged key file is in the way. */
function created(file: string, encode: (text: string) => Buffer): Buffer {
  const key = randomBytes(KEY_BYTES)
  // with the database on a server, nothing has made the data folder before
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, encode(key.toString('base64')))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return key
}
