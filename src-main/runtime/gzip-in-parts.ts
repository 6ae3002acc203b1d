import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

import { BoundedCache } from './bounded-cache.ts'
import { mapInSteps } from './in-steps.ts'

/** Compresses bytes so that more can follow: without their end, and without reference to what comes before. */
type Deflate = (part: Buffer) => Promise<Buffer>

const deflatePart: Deflate = promisify<Buffer, Buffer>((part, done) =>
  zlib.deflateRaw(part, { level: 6, finishFlush: zlib.constants.Z_FULL_FLUSH }, done),
)

/** Bytes of a part. Smaller ones would compress badly; a change of one flag compresses one anew. */
const LEAST = 64 * 1024
const MOST = 4 * LEAST
/** A part ends between two objects of a list, at one of so many, chosen by what follows: so parts stay the same when others change. */
const BETWEEN = Buffer.from('},{')
const ONE_OF = 4
/** Bytes after the place by which it is chosen. */
const CHOSEN_BY = 100

/** Compressed parts that are kept: those of some ten of the largest usual answers. */
const KEPT = { maxEntries: 4096, maxSize: 16 * 1024 * 1024 }
/** More than this is not compressed while a request waits: some 20 ms of a thread. */
const MOST_AWAITED = 8 * LEAST
/** Compressions at once: two of the four threads of Node, which also wait for the disk. */
const AT_ONCE = 2

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const END = Buffer.from([3, 0])

interface Part {
  key: string
  bytes: Buffer
}

/**
 * Makes the gzip form of large JSON from parts that are compressed on their own and kept: of a text that hardly differs from an earlier one,
 * little is compressed anew. It is one member with one checksum, which every client reads.
 */
export class GzipInParts {
  readonly #deflate: Deflate
  readonly #kept = new BoundedCache<Buffer>({ ...KEPT, sizeOf: ({ length }) => length })
  readonly #made = new WeakMap<Buffer, Promise<Buffer | undefined>>()

  constructor(deflate: Deflate = deflatePart) {
    this.#deflate = deflate
  }

  /**
   * Returns the compressed form; undefined: too much of it is new, or it failed. That is compressed then all the same, for requests to
   * come.
   */
  pack(bytes: Buffer): Promise<Buffer | undefined> {
    const known = this.#made.get(bytes)
    if (known) return known
    const begun = this.#begin(bytes)
    this.#made.set(bytes, begun)
    return begun
  }

  async #begin(bytes: Buffer): Promise<Buffer | undefined> {
    const parts = await mapInSteps(partsOf(bytes), (part) => ({
      key: hash('sha1', part, 'base64'),
      bytes: part,
    }))
    const missing = parts.filter(({ key }) => this.#kept.get(key) === undefined)
    const whole = this.#make(bytes, parts, missing).catch(() => undefined)
    if (sizeOf(missing) <= MOST_AWAITED) return whole
    // until it is there, requests get the plain form
    void whole.then(() => this.#made.set(bytes, whole))
    return undefined
  }

  async #make(bytes: Buffer, parts: readonly Part[], missing: readonly Part[]): Promise<Buffer> {
    const fresh = new Map<string, Buffer>()
    const left = missing.values()
    const work = async () => {
      for (const { key, bytes: part } of left) fresh.set(key, await this.#deflate(part))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const packed: Buffer[] = []
    for (const { key, bytes: part } of parts) {
      // one of them may have been dropped meanwhile
      const one = fresh.get(key) ?? this.#kept.get(key) ?? (await this.#deflate(part))
      this.#kept.set(key, one)
      packed.push(one)
    }
    return Buffer.concat([HEAD, ...packed, END, await tailOf(bytes)])
  }
}

const sizeOf = (parts: readonly Part[]) => parts.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** Divides JSON into parts, so that equal stretches of two texts have equal parts, whatever comes before them. */
function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const to = endOf(bytes, from)
    yield bytes.subarray(from, to)
    from = to
  }
}

function endOf(bytes: Buffer, from: number): number {
  const last = Math.min(from + MOST, bytes.length)
  for (
    let at = bytes.indexOf(BETWEEN, from + LEAST);
    at >= 0 && at < last;
    at = bytes.indexOf(BETWEEN, at + 1)
  ) {
    let sum = 0
    for (let n = 0; n < CHOSEN_BY; n++) sum = (sum * 31 + (bytes[at + BETWEEN.length + n] ?? 0)) >>> 0
    if ((sum >>> 8) % ONE_OF === 0) return at + 1
  }
  return last
}

/** The checksum and the length of the plain text, which end a member. */
async function tailOf(bytes: Buffer): Promise<Buffer> {
  let sum = 0
  const steps = Math.ceil(bytes.length / MOST)
  await mapInSteps(
    Array.from({ length: steps }, (_, n) => n * MOST),
    (from) => (sum = zlib.crc32(bytes.subarray(from, from + MOST), sum)),
  )
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(sum, 0)
  tail.writeUInt32LE(bytes.length % 2 ** 32, 4)
  return tail
}
