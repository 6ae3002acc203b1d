const [C1, C2] = [0xcc9e2d51, 0x1b873593]
const BLOCK_BITS = 32
const BYTE_BITS = 8

const rotate = (value: number, by: number) => (value << by) | (value >>> (BLOCK_BITS - by))

const scramble = (block: number) => Math.imul(rotate(Math.imul(block, C1), 15), C2)

const mix = (hash: number, block: number) =>
  (Math.imul(rotate(hash ^ scramble(block), 13), 5) + 0xe6546b64) | 0

function finish(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * MurmurHash3 (x86, 32 bits) of texts that begin alike: the group of a rollout is hashed once, when its flag is compiled.
 * The same as murmurhash3js, which takes the low byte of each character.
 */
export class HashPrefix {
  readonly #length: number
  readonly #hash: number
  /** Bytes that do not fill a block yet, and how many bits they are. */
  readonly #rest: number
  readonly #bits: number

  constructor(prefix: string, seed = 0) {
    let [hash, block, bits] = [seed | 0, 0, 0]
    for (let at = 0; at < prefix.length; at += 1) {
      block |= (prefix.charCodeAt(at) & 0xff) << bits
      bits += BYTE_BITS
      if (bits < BLOCK_BITS) continue
      hash = mix(hash, block)
      block = bits = 0
    }
    this.#length = prefix.length
    this.#hash = hash
    this.#rest = block
    this.#bits = bits
  }

  /** Hashes the prefix and what follows it, as an unsigned number. */
  with(text: string): number {
    let [hash, block, bits] = [this.#hash, this.#rest, this.#bits]
    const { length } = text
    for (let at = 0; at < length; at += 1) {
      block |= (text.charCodeAt(at) & 0xff) << bits
      bits += BYTE_BITS
      if (bits < BLOCK_BITS) continue
      hash = mix(hash, block)
      block = bits = 0
    }
    if (bits > 0) hash ^= scramble(block)
    return finish(hash ^ (this.#length + length))
  }
}
