import { visitValues } from '#shared/signals/rules/index.ts'

/**
 * Digest of the values in many payloads, a Bloom filter: it says that a value is in none of them, or may be in one. One of a hundred
 * values that are in none is not told apart (ADR 91).
 */

/** Longest path and value that a search can ask for: others are in no digest. */
export const MAX_PATH = 200
export const MAX_VALUE = 200
/** Different values of a digest. Of more, it would take longer to read than the payloads it stands for. */
const MAX_VALUES = 32_768
const BITS_OF_VALUE = 10
const PROBES = 7

/** Value as a search names it. */
export interface NamedValue {
  path: string
  value: string
}

interface Hashes {
  low: number
  high: number
}

/** FNV-1a of each half of a text, mixed so that values that differ in one digit differ in all bits. */
function hashesOf(path: string, value: string): Hashes {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  const add = (text: string) => {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      low = Math.imul(low ^ unit, 0x01000193)
      high = Math.imul(high ^ unit, 0x85ebca6b)
    }
    // no text has this unit: "a" and "bc" are not "ab" and "c"
    low = Math.imul(low ^ 0x10000, 0x01000193)
    high = Math.imul(high ^ 0x10000, 0x85ebca6b)
  }
  add(path)
  add(value)
  return { low: mixed(low), high: mixed(high) & 0xf_ffff }
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
  return (twice ^ (twice >>> 15)) >>> 0
}

const HIGH = 0x10_0000

/** Collects the values of payloads. */
export class ValueCollector {
  /** Hashes of the values, both in one number. */
  readonly #hashes = new Set<number>()

  /** True if there are more different values than a digest holds. */
  get isFull(): boolean {
    return this.#hashes.size > MAX_VALUES
  }

  add(payload: unknown): void {
    visitValues(payload, (path, value) => {
      const text = String(value)
      if (path.length <= MAX_PATH && text.length <= MAX_VALUE) {
        const { low, high } = hashesOf(path, text)
        this.#hashes.add(low * HIGH + high)
      }
      return !this.isFull
    })
  }

  /** Makes the digest. null: there are too many values for one. */
  digest(): Buffer | null {
    if (this.isFull) return null
    const bytes = Buffer.alloc(Math.max(1, Math.ceil((this.#hashes.size * BITS_OF_VALUE) / 8)))
    for (const both of this.#hashes)
      for (const bit of bitsOf({ low: Math.floor(both / HIGH), high: both % HIGH }, bytes))
        bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) | (1 << (bit & 7))
    return bytes
  }
}

/** Places of a value in a digest. */
const bitsOf = ({ low, high }: Hashes, { length }: Uint8Array): number[] =>
  // odd, so that the places of a value differ
  Array.from({ length: PROBES }, (_, probe) => (low + probe * (high | 1)) % (length * 8))

/** Makes the question to digests of one value. */
export function mayHold({ path, value }: NamedValue): (digest: Uint8Array) => boolean {
  const hashes = hashesOf(path, value)
  return (digest) =>
    bitsOf(hashes, digest).every((bit) => ((digest[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}
