import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be stored and read again, such as a provider's client secret (ADR 29). */
export interface Sealer {
  /** Encrypts a text. The result can be opened for the same purpose only. */
  seal(text: string, purpose: string): string
  /** Decrypts a sealed text. Throws UnreadableSecret if the key is not here, or the text was changed. */
  open(sealed: string, purpose: string): string
  /** Checks whether a text was sealed with a key that is here, or with the current one. */
  knowsKeyOf(sealed: string, which: 'any' | 'current'): boolean
  /** Checks whether there is a key already. Sealing creates one. */
  hasKey(): boolean
  /** Derives a secret from a text by each key, the current one first. Without a key, the text does not tell it. */
  derive(text: string, purpose: string): readonly [string, ...string[]]
}

/** Sealed text that this process cannot open. A person has to enter the secret again. */
export class UnreadableSecret extends Error {
  constructor() {
    super(
      'A stored secret cannot be decrypted here: its key is missing or another one. Enter the secret again.',
    )
  }
}

/** Keys of a sealer. New texts are sealed with the current one; all of them open texts. */
export interface SealingKeys {
  current(): Buffer
  all(): readonly Buffer[]
}

/** Encryption by the operating system, as Electron's safeStorage offers it. */
export interface OsProtection {
  protect(text: string): Buffer
  /** Throws an error if this user on this machine cannot decrypt it. */
  unprotect(bytes: Buffer): string
}

const ALGORITHM = 'aes-256-gcm'
const VERSION = 'v1'

/** Seals with AES-256-GCM. The text names its key by a part of the key's hash. */
export function sealerOf(keys: SealingKeys): Sealer {
  return {
    seal: (text, purpose) => {
      const key = keys.current()
      const iv = randomBytes(12)
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return spelling(nameOf(key), iv, sealed)
    },
    open: (sealed, purpose) => {
      const [, name = '', ...parts] = sealed.split('.')
      const key = keys.all().find((one) => nameOf(one) === name)
      const [iv = Buffer.of(), bytes = Buffer.of()] = parts.map((part) => Buffer.from(part, 'base64url'))
      // another spelling of the same bytes would pass for another text where each may be used once
      if (!key || sealed !== spelling(name, iv, bytes)) throw new UnreadableSecret()
      try {
        const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-16))
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
      } catch {
        throw new UnreadableSecret()
      }
    },
    knowsKeyOf: (sealed, which) => {
      const [, name] = sealed.split('.')
      const known = which === 'any' ? keys.all() : [keys.current()]
      return known.some((one) => nameOf(one) === name)
    },
    hasKey: () => keys.all().length > 0,
    derive: (text, purpose) => {
      const current = keys.current()
      const former = keys.all().filter((one) => !one.equals(current))
      return [derived(current, text, purpose), ...former.map((one) => derived(one, text, purpose))]
    },
  }
}

const derived = (key: Buffer, text: string, purpose: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, text]))
    .digest('hex')

const spelling = (name: string, iv: Buffer, sealed: Buffer) =>
  [VERSION, name, iv.toString('base64url'), sealed.toString('base64url')].join('.')

const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 12)
