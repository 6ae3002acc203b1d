import type { Actor } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Limits } from '#kernel/limits.ts'
import type { Logger } from '#kernel/logger.ts'
import { LruMap } from './lru-map.ts'

/** Shares of the bytes that a program may add in an hour, by what it reports. */
const SHARES = {
  application: 0.02,
  instance: 0.18,
  count: 0.4,
  'unknown-flag': 0.06,
  context: 0.14,
  impression: 0.14,
  metric: 0.06,
}
export type ReportKind = keyof typeof SHARES

/** Reports that were not kept in the last 24 hours. */
export type NotKept = Readonly<Partial<Record<ReportKind, number>>>

const HOUR_MS = 3_600_000
const HOURS = 24
const MEGABYTE = 1_000_000
/** Bytes of a row beyond its texts, which its table and an index hold. */
const BYTES_OF_ROW = 100
/** Reporters that are told apart. A program has no more than its tokens. */
const MAX_REPORTERS = 10_000

interface Spent {
  readonly bytes: Map<ReportKind, number>
  applications: number
}

interface Options {
  clock: Pick<Clock, 'elapsed'>
  logger: Pick<Logger, 'warn'>
  /** Bounds of what a reporter may add in an hour. */
  limits: Pick<Limits, 'newApplications' | 'reportedMegabytes'>
}

/** Names who reports: a token, or a person. */
export function reporterOf(actor: Actor): string {
  if ('tokenHash' in actor && actor.tokenHash !== undefined) return `token ${actor.tokenHash}`
  return 'id' in actor ? `user ${actor.id}` : actor.kind
}

/** Computes the bytes that a row of these texts takes. */
export const bytesOfRow = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text ? 2 * Buffer.byteLength(text) : 0), BYTES_OF_ROW)

/**
 * Bounds what programs have the service keep: each token may add so much in an hour. What is beyond is counted, and not kept.
 * A token can be public, as those of frontends are.
 */
export class ReportAllowance {
  readonly #options: Options
  #spent = new LruMap<string, Spent>(MAX_REPORTERS)
  #admitted = new SeenKeys()
  #endsAt = 0
  /** By hour, the current one last. */
  #refused: Map<ReportKind, number>[] = []

  constructor(options: Options) {
    this.#options = options
  }

  /** Tells whether something new may be kept, and counts it if not. */
  admits(reporter: string, kind: ReportKind, bytes: number): boolean {
    const spent = this.#spentOf(reporter)
    const used = spent.bytes.get(kind) ?? 0
    const { newApplications, reportedMegabytes } = this.#options.limits
    const most = SHARES[kind] * reportedMegabytes * MEGABYTE
    const isTooMany = kind === 'application' && spent.applications >= newApplications
    if (isTooMany || used + bytes > most) return this.#refuse(reporter, kind)
    spent.bytes.set(kind, used + bytes)
    if (kind === 'application') spent.applications += 1
    return true
  }

  /** Tells the same of something that may be reported often: it counts once in an hour. */
  admitsOnce(reporter: string, kind: ReportKind, key: string, bytes: number): boolean {
    this.#turnHour()
    const own = `${reporter}\n${kind}\n${key}`
    if (this.#admitted.has(own)) return true
    const isAdmitted = this.admits(reporter, kind, bytes)
    if (isAdmitted) this.#admitted.add(own)
    return isAdmitted
  }

  /** Counts what was not kept in the last 24 hours. */
  notKept(): NotKept {
    this.#turnHour()
    const counts: Partial<Record<ReportKind, number>> = {}
    for (const refused of this.#refused)
      for (const [kind, count] of refused) counts[kind] = (counts[kind] ?? 0) + count
    return counts
  }

  #refuse(reporter: string, kind: ReportKind): false {
    const refused = this.#refused.at(-1)
    if (refused && !refused.has(kind))
      this.#options.logger.warn({ reporter, kind }, 'a program reports more than is kept in an hour')
    refused?.set(kind, (refused.get(kind) ?? 0) + 1)
    return false
  }

  #spentOf(reporter: string): Spent {
    this.#turnHour()
    const spent = this.#spent.get(reporter) ?? { bytes: new Map<ReportKind, number>(), applications: 0 }
    this.#spent.set(reporter, spent)
    return spent
  }

  #turnHour(): void {
    const now = this.#options.clock.elapsed()
    if (now < this.#endsAt) return
    const passed = this.#endsAt === 0 ? 1 : 1 + Math.floor((now - this.#endsAt) / HOUR_MS)
    this.#endsAt = this.#endsAt === 0 ? now + HOUR_MS : this.#endsAt + passed * HOUR_MS
    for (let hour = 0; hour < Math.min(passed, HOURS); hour++) this.#refused.push(new Map())
    this.#refused = this.#refused.slice(-HOURS)
    this.#spent = new LruMap(MAX_REPORTERS)
    this.#admitted.clear()
  }
}

/** Bits of 16 million: a million keys take 2 MB, and one in 500 others passes for one of them. That one is kept for nothing. */
const BITS = 2 ** 24
const PROBES = 4
const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193]

/** Keys that were added, without the keys: a Bloom filter, as there may be a million in an hour. */
class SeenKeys {
  #words: Uint32Array | undefined

  has(key: string): boolean {
    const words = this.#words
    return (
      words !== undefined && bitsOf(key).every((bit) => ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0)
    )
  }

  add(key: string): void {
    const words = (this.#words ??= new Uint32Array(BITS / 32))
    for (const bit of bitsOf(key)) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }

  clear(): void {
    this.#words = undefined
  }
}

/** Two hashes (FNV-1a) make as many as are needed (Kirsch and Mitzenmacher). */
function bitsOf(key: string): number[] {
  let [one, other] = [OFFSET, ~OFFSET]
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    one = Math.imul(one ^ code, PRIME)
    other = Math.imul(other ^ (code + 1), PRIME)
  }
  return Array.from({ length: PROBES }, (_, probe) => ((one >>> 0) + probe * ((other | 1) >>> 0)) % BITS)
}
