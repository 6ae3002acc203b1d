import { promisify } from 'node:util'
import zlib from 'node:zlib'

export const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

type Compress = (bytes: Buffer) => Promise<Buffer>

// quick levels: an answer is compressed once for each revision, and revisions come often
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzip = promisify<Buffer, Buffer>((bytes, done) => zlib.gzip(bytes, { level: 6 }, done))
const brotli = promisify<Buffer, Buffer>((bytes, done) => zlib.brotliCompress(bytes, BROTLI, done))
/** Older versions of Node do not have it, whatever the types say. */
const zstdOfNode = zlib.zstdCompress as typeof zlib.zstdCompress | undefined

const COMPRESS: Readonly<Record<Encoding, Compress | undefined>> = {
  gzip,
  br: brotli,
  zstd: zstdOfNode && promisify<Buffer, Buffer>((bytes, done) => zstdOfNode(bytes, done)),
}

/** Encodings that this Node can produce, best first. */
export const AVAILABLE: readonly Encoding[] = ENCODINGS.filter((encoding) => COMPRESS[encoding])

/** At most so many at once: the threads of Node also wait for the disk. */
const MAX_AT_ONCE = 2

/** Compresses answers in the threads of Node (libuv), never in the event loop. Beyond its bounds answers stay plain. */
export class Compressor {
  #atWork = 0
  /** By the plain bytes, for as long as their cache keeps them. null: under way. */
  readonly #kept = new WeakMap<Buffer, Map<Encoding, Buffer | null>>()
  readonly #requested = new WeakSet<Buffer>()

  /** Compresses bytes that are sent once; undefined: too much is being compressed already, or it failed. */
  async compress(bytes: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
    const compress = COMPRESS[encoding]
    if (!compress || this.#atWork >= MAX_AT_ONCE) return undefined
    this.#atWork += 1
    try {
      return await compress(bytes)
    } catch {
      return undefined
    } finally {
      this.#atWork -= 1
    }
  }

  /**
   * Returns the compressed form of cached bytes if it is there, and makes it otherwise: no request waits for that.
   * `comesAgain` false: only when they are requested a second time.
   */
  ready(bytes: Buffer, encoding: Encoding, comesAgain: boolean): Buffer | undefined {
    const forms = this.#kept.get(bytes) ?? new Map<Encoding, Buffer | null>()
    const known = forms.get(encoding)
    if (known !== undefined) return known ?? undefined
    if (!comesAgain && !this.#requested.has(bytes)) {
      this.#requested.add(bytes)
      return undefined
    }
    this.#kept.set(bytes, forms.set(encoding, null))
    void this.compress(bytes, encoding).then((made) =>
      made ? forms.set(encoding, made) : forms.delete(encoding),
    )
    return undefined
  }
}
