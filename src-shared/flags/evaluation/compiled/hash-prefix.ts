const [C1, C2] = [0xcc9e2d51, 0x1b873593]
const BLOCK_BITS = 32
const BYTE_BITS = 8

const rotate = (value: number, by: number) => (value << by) | (value >>> (BLOCK_BITS - by))

const scramble = (block: number) => Math.imul(rotate(Math.imul(block, C1), 15), C2)

const mixScrambled = (hash: number, scrambled: number) =>
  (Math.imul(rotate(hash ^ scrambled, 13), 5) + 0xe6546b64) | 0

const mix = (hash: number, block: number) => mixScrambled(hash, scramble(block))

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
  readonly length: number
  readonly hash: number
  /** Bytes that do not fill a block yet, and how many bits they are. */
  readonly rest: number
  readonly bits: number

  constructor(prefix: string, seed = 0) {
    let [hash, block, bits] = [seed | 0, 0, 0]
    for (let at = 0; at < prefix.length; at += 1) {
      block |= (prefix.charCodeAt(at) & 0xff) << bits
      bits += BYTE_BITS
      if (bits < BLOCK_BITS) continue
      hash = mix(hash, block)
      block = bits = 0
    }
    this.length = prefix.length
    this.hash = hash
    this.rest = block
    this.bits = bits
  }

  /** Hashes the prefix and what follows it, as an unsigned number. */
  with(text: string): number {
    let [hash, block, bits] = [this.hash, this.rest, this.bits]
    const { length } = text
    for (let at = 0; at < length; at += 1) {
      block |= (text.charCodeAt(at) & 0xff) << bits
      bits += BYTE_BITS
      if (bits < BLOCK_BITS) continue
      hash = mix(hash, block)
      block = bits = 0
    }
    return finish(hash ^ scramble(block) ^ (this.length + length))
  }
}

/** The blocks of a text that continues a prefix, of which some bytes do not fill a block yet. */
interface Blocks {
  /** Bytes that go into the prefix's last block. They fill it if `isFull`. */
  readonly head: number
  readonly isFull: boolean
  /** Further blocks, and the bytes at the end, scrambled. */
  readonly scrambled: Int32Array
  readonly tail: number
}

/**
 * The other half of the hash: a text that follows many prefixes, such as the user id behind the groups of all flags. Its
 * blocks are the same for all prefixes with as many bytes in their last block, so they are made once for each such number.
 */
export class HashSuffix {
  readonly #text: string
  readonly #blocks: (Blocks | undefined)[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Hashes a prefix, given by the fields of `HashPrefix`, and this text. */
  after(hash: number, rest: number, bits: number, length: number): number {
    const { head, isFull, scrambled, tail } = (this.#blocks[bits] ??= blocksOf(this.#text, bits))
    const first = rest | head
    if (isFull) {
      hash = mix(hash, first)
      for (const block of scrambled) hash = mixScrambled(hash, block)
      hash ^= tail
    } else hash ^= scramble(first)
    return finish(hash ^ (length + this.#text.length))
  }
}

function blocksOf(text: string, offset: number): Blocks {
  const blocks: number[] = []
  let [block, bits] = [0, offset]
  for (let at = 0; at < text.length; at += 1) {
    block |= (text.charCodeAt(at) & 0xff) << bits
    bits += BYTE_BITS
    if (bits < BLOCK_BITS) continue
    blocks.push(block)
    block = bits = 0
  }
  const [head = block, ...others] = blocks
  const isFull = blocks.length > 0
  return { head, isFull, scrambled: Int32Array.from(others, scramble), tail: isFull ? scramble(block) : 0 }
}
