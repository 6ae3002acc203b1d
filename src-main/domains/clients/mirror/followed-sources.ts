import { createHash } from 'node:crypto'

import type { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import type { Queries } from '#store/queries.ts'
import { readSources, saveSource, type MirrorSource } from './mirror-sources.store.ts'
import { covers, scopeInText, type UpstreamScope } from './upstream-scope.ts'

/** A token whose flags are followed. */
export interface Followed {
  token: string
  id: string
  type: 'client' | 'frontend'
  /** True: not in the settings, an SDK came with it. */
  isLearnt: boolean
  /** Known before the first answer; undefined: only the upstream knows it. */
  scope: UpstreamScope | undefined
  /** undefined: nothing came yet. */
  source: MirrorSource | undefined
  problem: string | null
  /** The upstream answered the last question, if only with a refusal. */
  isAnswered: boolean
  /** The upstream no longer knows the token. */
  isRevoked: boolean
  /** Question that runs. */
  asking: Promise<void> | undefined
  /** It is asked for once more, after the question that runs. */
  isWoken: boolean
  /** Time of the last answer, as it is stored. */
  savedAt: string | null
  /** Time of the clock before which the upstream wants to be left alone. */
  pausedUntil: number
  /** Time of the clock since which answers are older than the one that is kept; undefined: they are not. */
  lateSince: number | undefined
}

/** Tokens that no other token covers, and that are not in the settings. */
const MAX_LEARNT = 200
/** Answers that are older than the one that is kept are left aside for so long. */
const MAX_LATE_MS = 60_000
const REVOKED = 'It does not know the token any more.'

/** Digest that names a token where its secret must not stand. */
export const idOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url').slice(0, 22)

/** Tokens of an upstream whose flags are followed: those of the settings in their order, then those that were learnt. */
export class FollowedSources {
  #all: Followed[]
  /** Sources of tokens that the settings no longer have, or the upstream, or that others cover. */
  #former: MirrorSource[] = []
  #hasRevoked = false

  /** `frontendTokens`: those of pages and apps that are in the settings of a file. */
  constructor(tokens: readonly string[], frontendTokens: readonly string[] = []) {
    this.#all = [...new Set([...tokens, ...frontendTokens])].map((token) =>
      toFollow(token, {
        type: tokens.includes(token) ? 'client' : 'frontend',
        scope: scopeInText(token),
        isLearnt: false,
      }),
    )
  }

  async load(queries: Queries): Promise<void> {
    this.#former = await readSources(queries)
    for (const one of this.#all) one.source = this.reclaim(one.id)
  }

  get all(): readonly Followed[] {
    return this.#all
  }

  of(token: string): Followed | undefined {
    return this.#all.find((one) => one.token === token)
  }

  /** Lists those to ask now: an upstream that asks to wait is left alone. */
  dueAt(elapsed: number): Followed[] {
    return this.#all.filter(({ pausedUntil }) => pausedUntil <= elapsed)
  }

  /**
   * Checks whether an answer is older than the one that is kept: it comes from a server that has not heard of a change yet. If no
   * newer one comes for a while, the upstream was restored from a backup, and its answer counts.
   */
  isLate(one: Followed, etag: string | null, elapsed: number): boolean {
    if (!one.source || !isOlder(etag, one.source.etag)) {
      one.lateSince = undefined
      return false
    }
    one.lateSince ??= elapsed
    return elapsed - one.lateSince < MAX_LATE_MS
  }

  states(isStreamed: (token: string) => boolean, flags: ReadonlyMap<string, number>): MirrorState['sources'] {
    return this.#all.map(({ id, token, source, problem, isLearnt }) => ({
      environment: source?.environment ?? null,
      projects: source?.projects ?? [],
      flags: flags.get(id) ?? 0,
      changedAt: source?.changedAt ?? null,
      checkedAt: source?.checkedAt ?? null,
      problem,
      isLearnt,
      isStreamed: isStreamed(token),
    }))
  }

  /** Lists the revisions of the flags that tokens have here; those of an upstream that tells none are left out. */
  get revisions(): NonNullable<EdgeInstanceData['apiKeyRevisionIds']> {
    return this.#all.flatMap(({ source }) => {
      const [, , revision] = REVISION.exec(source?.etag ?? '') ?? []
      if (!source || revision === undefined) return []
      const { environment, projects, changedAt } = source
      const lastUpdated = changedAt === null ? {} : { lastUpdated: changedAt }
      return [{ environment, projects: [...projects], revisionId: Number(revision), ...lastUpdated }]
    })
  }

  /** Says for how many tokens of the settings there were never any flags; undefined: for none. */
  get unreadiness(): string | undefined {
    const wanted = this.#all.filter(({ isLearnt }) => !isLearnt)
    const without = wanted.filter(({ source, isRevoked }) => !source && !isRevoked)
    if (without.length === 0) return undefined
    return `The upstream has not yet sent flags for ${without.length} of ${wanted.length} tokens.`
  }

  /** Lists the environments that there are flags of. */
  get environments(): string[] {
    return [...new Set(this.#all.flatMap(({ source }) => (source ? [source.environment] : [])))]
  }

  /** Counts the seconds since the upstream answered for an environment, or for all: for the token that waits longest. */
  ageAt(now: Date, environment?: string): number | undefined {
    const checkedAt = this.checkedAt(environment)
    if (checkedAt === undefined) return undefined
    return Math.max(0, Math.floor((now.getTime() - checkedAt) / 1000))
  }

  /** Returns when the upstream last answered for an environment, or for all, in epoch milliseconds. */
  checkedAt(environment?: string): number | undefined {
    let oldest: string | undefined
    for (const { source } of this.#all) {
      if (source?.checkedAt == null || (environment ?? source.environment) !== source.environment) continue
      if (oldest === undefined || source.checkedAt < oldest) oldest = source.checkedAt
    }
    return oldest === undefined ? undefined : Date.parse(oldest)
  }

  /** The upstream answers, for each token that it was asked for. */
  get isAnswered(): boolean {
    return this.#all.every((one) => one.isAnswered)
  }

  /** Nothing is missing, and something is left over. Without any token, all stays: that is a mistake in the settings. */
  get isWhole(): boolean {
    return (
      this.#former.length > 0 &&
      (this.#all.length > 0 || this.#hasRevoked) &&
      this.#all.every(({ problem, source, isRevoked }) => isRevoked || (problem === null && source))
    )
  }

  /** Finds what is followed that gets all flags of a scope; one that has some goes first. */
  coverOf(scope: UpstreamScope): Followed | undefined {
    const covering = this.#all.filter((one) => {
      const wide = one.source ?? one.scope
      return !one.isRevoked && wide !== undefined && covers(wide, scope)
    })
    return covering.find(({ source }) => source) ?? covering[0]
  }

  /** Begins to follow a token that is not in the settings; undefined: there are as many as there may be. */
  addLearnt(token: string, scope: UpstreamScope): Followed | undefined {
    if (this.#all.filter(({ isLearnt }) => isLearnt).length >= MAX_LEARNT) return undefined
    const one = toFollow(token, { type: 'client', scope, isLearnt: true })
    one.source = this.reclaim(one.id)
    this.#all = [...this.#all, one]
    return one
  }

  /** Follows a token no longer. What only it brought goes with the next round that is whole. */
  leave(one: Followed): void {
    this.drop(one)
    if (one.source) this.#former.push(one.source)
  }

  drop(one: Followed): void {
    this.#all = this.#all.filter((other) => other !== one)
  }

  /** Follows no longer what another source gets as well. */
  leaveCovered(): void {
    for (const one of this.#all) {
      const scope = one.source ?? one.scope
      if (!one.isLearnt || one.asking || !scope) continue
      const wider = this.#all.find(
        (other) =>
          other !== one &&
          other.problem === null &&
          other.source !== undefined &&
          covers(other.source, scope),
      )
      if (wider) this.leave(one)
    }
  }

  /** Notes that the upstream no longer knows a token. */
  revoke(one: Followed): void {
    if (one.source) this.#former.push({ ...one.source, etag: null })
    Object.assign(one, { source: undefined, isRevoked: true, problem: REVOKED })
    this.#hasRevoked = true
    if (one.isLearnt) this.drop(one)
  }

  /** Finds the source of a token that comes back. */
  reclaim(id: string): MirrorSource | undefined {
    const source = this.#former.find((one) => one.id === id)
    this.#former = this.#former.filter((one) => one !== source)
    return source
  }

  /** Hands over the sources that are left over: they cannot be reclaimed any more. */
  takeFormer(): MirrorSource[] {
    const former = this.#former
    this.#former = []
    return former
  }

  putBack(former: readonly MirrorSource[]): void {
    this.#former.push(...former)
  }

  /** Takes over what other Halyards on the same database have heard. */
  async reload(queries: Queries): Promise<void> {
    const stored = new Map((await readSources(queries)).map((source) => [source.id, source]))
    for (const one of this.#all) {
      const source = stored.get(one.id)
      if (!source || one.isRevoked || (source.checkedAt ?? '') <= (one.source?.checkedAt ?? '')) continue
      one.source = source
      one.savedAt = source.checkedAt
    }
  }

  /** Notes when the upstream was last asked, so that the age of its answers is known after a restart. */
  async save(queries: Queries): Promise<void> {
    for (const one of this.#all) {
      const { source, savedAt } = one
      if (!source || source.checkedAt === savedAt) continue
      await saveSource(queries, source)
      one.savedAt = source.checkedAt
    }
    await this.reload(queries)
  }
}

const toFollow = (token: string, one: Pick<Followed, 'type' | 'scope' | 'isLearnt'>): Followed => ({
  ...one,
  token,
  id: idOf(token),
  source: undefined,
  problem: null,
  isAnswered: true,
  isRevoked: false,
  asking: undefined,
  isWoken: false,
  savedAt: null,
  pausedUntil: 0,
  lateSince: undefined,
})

/** Reads the ETag of a service for SDKs: a hash of the question, and the revision of the answer. Others have no order. */
const REVISION = /"([\da-f]+):(\d+)(?::\w+)?"$/

/** Checks whether an answer to the same question has a lower revision than another. */
function isOlder(etag: string | null, than: string | null): boolean {
  const [, question, revision] = REVISION.exec(etag ?? '') ?? []
  const [, same, newer] = REVISION.exec(than ?? '') ?? []
  return question !== undefined && question === same && Number(revision) < Number(newer)
}
