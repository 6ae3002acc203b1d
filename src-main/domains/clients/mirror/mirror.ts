import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { Logger } from '#kernel/logger.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import { OneAtATime } from '#runtime/one-at-a-time.ts'
import { inBatches } from '#store/in-batches.ts'
import type { Queries } from '#store/queries.ts'
import { withdrawToken } from '#domains/access/api-tokens/issue-token.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { applyAnswer } from './apply-answer.ts'
import { FollowedSources, idOf, type Followed } from './followed-sources.ts'
import { deleteSource, findOwnFlag, saveSource, type MirrorSource } from './mirror-sources.store.ts'
import { addTokens, isAsBefore, scopeOf, tokensOf, type TokenOrigin } from './mirror-tokens.ts'
import { TokenQuestions, upstreamAway } from './token-questions.ts'
import { RefusedToken, UpstreamError, type AnswerSource } from './upstream-answer.ts'
import { looksLikeToken, readTrusted, type UpstreamToken } from './upstream-scope.ts'

/** Token that reports can be sent with. */
export interface Sender {
  id: string
  token: string
  environment: string
  /** `*`: all. */
  projects: readonly string[]
  /** The upstream answered its last question for flags. */
  isReached: boolean
}

interface Options {
  from: AnswerSource
  tokens: readonly string[]
  /** Tokens of pages and apps that come with the source: those of a file. */
  frontendTokens?: readonly string[]
  /** Tokens of pages and apps that are accepted without asking. */
  trustedTokens?: readonly string[]
  directory: TokenDirectory
  clock: Clock
  logger: Logger
}

const NOT_KEPT = 'Its answer could not be kept. The log of this Halyard says why.'
/** Sources that are asked for at once. */
const AT_ONCE = 4
/** Tokens of one question whether they are still known. */
const MAX_ASKED = 100
/** Tokens that are withdrawn before others have a turn. */
const SOME = 20
/** Longest time for which an upstream is left alone that asks for it. */
const MAX_PAUSE_MS = 60 * 60_000
/** An SDK with a new token waits for so long. */
const PATIENCE_MS = 10_000

/**
 * Follows another instance: what its tokens get is kept in the tables of this one, from which all is served. Nothing
 * half-received is kept, and what is kept is served while the upstream is away, also after a restart (ADR 74). Tokens that SDKs
 * come with are learnt from the upstream (ADR 75).
 */
export class Mirror {
  readonly url: string
  /** Tokens that are followed, with the age of their flags. */
  readonly sources: FollowedSources
  readonly #from: AnswerSource
  readonly #directory: TokenDirectory
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #trusted: ReadonlyMap<string, UpstreamToken>
  readonly #questions: TokenQuestions
  /** PostgreSQL would run those that meet again and again. */
  readonly #writes = new OneAtATime()
  #runtime: Runtime | undefined

  constructor({ from, tokens, frontendTokens, trustedTokens = [], directory, clock, logger }: Options) {
    this.url = from.url
    this.#from = from
    this.#directory = directory
    this.#clock = clock
    this.#logger = logger
    this.#trusted = readTrusted(trustedTokens)
    this.#questions = new TokenQuestions((secrets) => this.#askFor(secrets), clock)
    this.sources = new FollowedSources(tokens, frontendTokens)
  }

  /** Reads what is stored. The directory of tokens must be there. */
  async load(queries: Queries): Promise<void> {
    await this.sources.load(queries)
    this.#followLearnt()
  }

  /** Gives it the means to write. */
  begin(runtime: Runtime): void {
    this.#runtime = runtime
  }

  /** Counts the tokens that SDKs came with. */
  get learntTokens(): number {
    return tokensOf(this.#directory, 'learnt').length
  }

  /** Counts the seconds since the upstream answered for an environment; undefined: it never did. */
  ageOf(environment?: string): number | undefined {
    return this.sources.ageAt(this.#clock.now(), environment)
  }

  /** Tokens that are known to the upstream, or were. */
  get senders(): Sender[] {
    return this.sources.all.flatMap(({ id, token, source, isAnswered: isReached }) =>
      source ? [{ id, token, environment: source.environment, projects: source.projects, isReached }] : [],
    )
  }

  /** True if each token of the settings is known. */
  get isWhole(): boolean {
    return this.sources.unreadiness === undefined
  }

  /** Asks for the flags of a token outside of the rounds, once at a time: something has changed there. */
  async wake(token: string): Promise<void> {
    const one = this.sources.of(token)
    if (!one || !this.#runtime || one.isWoken) return
    one.isWoken = true
    // what runs may have asked before the change
    await one.asking
    one.isWoken = false
    await this.#ask(this.#runtime, one)
  }

  /** Asks for each token whether something has changed, and takes it over. */
  readonly follow = async (runtime: Runtime): Promise<void> => {
    this.#followLearnt()
    this.sources.leaveCovered()
    await this.#withdrawUnserved(runtime)
    await this.#from.look?.()
    await mapAtOnce(this.sources.dueAt(this.#clock.elapsed()), AT_ONCE, (one) => this.#ask(runtime, one))
    // once all others are there: a mistake in the settings takes nothing away
    if (this.sources.isWhole) await this.#leaveFormer(runtime)
  }

  /** Asks whether the upstream still knows all tokens. Those that it does not know are refused from then on. */
  readonly revalidate = async (runtime: Runtime): Promise<void> => {
    if (!this.#from.validate) return
    const bySettings = this.sources.all.filter(({ isLearnt, source }) => !isLearnt && source)
    const learnt = new Map(tokensOf(this.#directory, 'learnt').map((token) => [token.secret, token]))
    const secrets = [...new Set([...bySettings.map(({ token }) => token), ...learnt.keys()])]
    const unknown: string[] = []
    try {
      for (let start = 0; start < secrets.length; start += MAX_ASKED) {
        const asked = secrets.slice(start, start + MAX_ASKED)
        const known = await this.#from.validate(asked)
        unknown.push(...asked.filter((secret) => !isAsBefore(learnt.get(secret), known.get(secret))))
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      this.#logger.warn({ upstream: this.url, err: error }, 'tokens could not be validated')
      return
    }
    const gone: string[] = []
    for (const secret of unknown) {
      const one = this.sources.of(secret)
      if (!one || (await this.#isRefused(one))) gone.push(secret)
    }
    if (gone.length === 0) return
    await this.#revoke(runtime, gone)
    await this.follow(runtime)
  }

  /**
   * Learns a token that an SDK comes with, so that the directory knows it afterwards. Does nothing if the upstream does not know
   * it. Throws 403, 429, 503 and 511.
   */
  async learn(secret: string): Promise<void> {
    const trusted = this.#trusted.get(secret)
    const runtime = this.#runtime
    if (!runtime || (!trusted && !looksLikeToken(secret))) return
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(upstreamAway('It did not answer in time.')), PATIENCE_MS)
    })
    const learning = async () => {
      const token = trusted ?? (await this.#questions.find(secret))
      if (token && !this.#directory.get(secret))
        await this.#serve(runtime, token, trusted ? 'trusted' : 'learnt')
    }
    try {
      await Promise.race([learning(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Finds what the upstream knows of a token that this instance does not know. Throws 429 and 503. */
  async find(secret: string): Promise<UpstreamToken | undefined> {
    return (
      this.#trusted.get(secret) ?? (looksLikeToken(secret) ? await this.#questions.find(secret) : undefined)
    )
  }

  /** Asks for tokens. All of them that are covered are stored together. */
  async #askFor(secrets: readonly string[]): Promise<ReadonlyMap<string, UpstreamToken>> {
    const found = (await this.#from.validate?.(secrets)) ?? new Map<string, UpstreamToken>()
    const covered = [...found.values()].filter((token) => this.sources.coverOf(token)?.source)
    const { limits } = this.#runtime ?? { limits: { apiTokens: 0 } }
    const room = Math.max(0, limits.apiTokens - this.#directory.count)
    if (this.#runtime && covered.length > 0)
      await this.#store(this.#runtime, covered.slice(0, room), 'learnt')
    return found
  }

  #store(runtime: Runtime, tokens: readonly UpstreamToken[], origin: TokenOrigin): Promise<void> {
    return this.#write(runtime, (context) => addTokens(context, this.#directory, { tokens, origin }))
  }

  #write<T>(runtime: Runtime, run: (context: MutationContext) => Promise<T>): Promise<T> {
    return this.#writes.run(() => writeAsSystem(runtime, run))
  }

  /** Sees to it that a token gets its flags here. */
  async #serve(runtime: Runtime, token: UpstreamToken, origin: TokenOrigin): Promise<void> {
    const { apiTokens } = runtime.limits
    if (this.#directory.count >= apiTokens) throw exceedsLimit('api token', apiTokens)
    const source = this.sources.of(token.secret) ?? this.sources.coverOf(token) ?? this.#newSource(token)
    if (!source.source) await this.#ask(runtime, source)
    if (!source.source) {
      const { problem, isLearnt } = source
      if (isLearnt) this.sources.drop(source)
      throw upstreamAway(problem ?? NOT_KEPT)
    }
    if (!this.#directory.get(token.secret)) await this.#store(runtime, [token], origin)
  }

  #newSource(token: UpstreamToken): Followed {
    const { secret, environment, projects } = token
    if (token.type === 'frontend')
      throw new AppError(
        'MissingSourceError',
        `This mirror has no flags for tokens of pages and apps in ${environment}, projects ${projects.join(', ')}. ` +
          'Add a backend token of that environment that covers them to HALYARD_UPSTREAM_TOKENS.',
      )
    const one = this.sources.addLearnt(secret, { environment, projects })
    if (one) return one
    throw new AppError(
      'OperationDeniedError',
      'This mirror follows as many tokens as it may that are not in its settings. Add a token to HALYARD_UPSTREAM_TOKENS ' +
        `that covers many, such as one of *:${environment}.`,
    )
  }

  /** Follows learnt tokens that nothing covers, and none that was removed here. */
  #followLearnt(): void {
    for (const one of this.sources.all)
      if (one.isLearnt && one.source && !this.#directory.get(one.token)) this.sources.leave(one)
    for (const token of tokensOf(this.#directory, 'learnt')) {
      const { secret, type } = token
      if (type !== 'client' || this.sources.of(secret) || this.sources.coverOf(scopeOf(token))) continue
      if (!this.sources.addLearnt(secret, scopeOf(token))) return
    }
  }

  /** Removes tokens whose flags are no longer followed, and trusted ones that the settings no longer have. */
  async #withdrawUnserved(runtime: Runtime): Promise<void> {
    const trusted = tokensOf(this.#directory, 'trusted')
    const ofPages = [...tokensOf(this.#directory, 'learnt'), ...trusted].filter(
      ({ type }) => type === 'frontend',
    )
    const unserved = [
      ...trusted.filter(({ secret }) => !this.#trusted.has(secret)),
      ...ofPages.filter((token) => !this.sources.coverOf(scopeOf(token))),
    ]
    if (unserved.length > 0) await this.#withdraw(runtime, new Set(unserved.map(({ secret }) => secret)))
  }

  async #withdraw(
    runtime: Runtime,
    secrets: ReadonlySet<string>,
    also?: (queries: Queries) => Promise<void>,
  ): Promise<void> {
    await this.#write(runtime, async (context) => {
      await also?.(context.everything)
      await inBatches(
        [...secrets],
        async (some) => {
          for (const secret of some) {
            const token = this.#directory.get(secret)
            if (token) await withdrawToken(context, this.#directory, token)
          }
        },
        SOME,
      )
    })
    for (const secret of secrets) this.#questions.forget(secret)
  }

  /** Refuses tokens from now on. What only they got goes with the next round that is whole. */
  async #revoke(runtime: Runtime, secrets: readonly string[]): Promise<void> {
    const gone = new Set(secrets)
    const ended = this.sources.all.filter(({ token }) => gone.has(token))
    await this.#withdraw(runtime, gone, async (queries) => {
      // should the upstream know it again, all of its flags are asked for
      for (const { source } of ended) if (source) await saveSource(queries, { ...source, etag: null })
    })
    for (const one of ended) this.sources.revoke(one)
    this.#logger.warn({ upstream: this.url, tokens: gone.size }, 'the upstream does not know tokens any more')
  }

  async #isRefused({ token, source }: Followed): Promise<boolean> {
    try {
      await this.#from.poll(token, source?.etag ?? null)
      return false
    } catch (error) {
      return error instanceof RefusedToken
    }
  }

  /** Removes what only tokens got that the settings no longer have, and these tokens. */
  async #leaveFormer(runtime: Runtime): Promise<void> {
    const left = this.sources.takeFormer()
    const ids = new Set(left.map(({ id }) => id))
    try {
      await this.#write(runtime, async (context) => {
        for (const source of left) {
          // an SDK came with its token again
          if (this.sources.all.some(({ id, isRevoked }) => id === source.id && !isRevoked)) continue
          await applyAnswer(context, source, { features: [], segments: [] })
          await deleteSource(context.everything, source.id)
        }
        for (const token of tokensOf(this.#directory, 'settings'))
          if (ids.has(idOf(token.secret))) await withdrawToken(context, this.#directory, token)
      })
    } catch (error) {
      this.sources.putBack(left)
      throw error
    }
  }

  /** Asks for the flags of a token, once at a time. Never rejects. */
  #ask(runtime: Runtime, one: Followed): Promise<void> {
    one.asking ??= this.#askOnce(runtime, one).finally(() => (one.asking = undefined))
    return one.asking
  }

  async #askOnce(runtime: Runtime, one: Followed): Promise<void> {
    try {
      await this.#followOne(runtime, one)
      if (one.problem !== null) this.#logger.info({ upstream: this.url }, 'the upstream answers again')
      Object.assign(one, { problem: null, isAnswered: true, isRevoked: false, pausedUntil: 0 })
    } catch (error) {
      const problem = error instanceof UpstreamError ? error.message : NOT_KEPT
      if (one.problem !== problem)
        this.#logger.warn({ upstream: this.url, err: error }, 'the upstream cannot be followed')
      const pauseMs =
        error instanceof UpstreamError ? Math.min(error.pauseAt(runtime.clock.now()), MAX_PAUSE_MS) : 0
      const pausedUntil = runtime.clock.elapsed() + pauseMs
      Object.assign(one, { problem, isAnswered: error instanceof RefusedToken, pausedUntil })
    }
  }

  async #followOne(runtime: Runtime, one: Followed): Promise<void> {
    const { source } = one
    const scope = source ?? (one.isLearnt ? one.scope : undefined) ?? (await this.#from.scopeOf(one.token))
    // another instance may have the same revision
    const etag = source?.url === this.url ? source.etag : null
    const polled = await this.#from.poll(one.token, etag)
    const at = runtime.clock.now().toISOString()
    if (polled.kind === 'unchanged' || this.sources.isLate(one, polled.etag, runtime.clock.elapsed())) {
      if (source) one.source = { ...source, checkedAt: at }
      return
    }
    this.sources.reclaim(one.id)
    const { environment, projects } = scope
    const next: MirrorSource = {
      id: one.id,
      url: this.url,
      environment,
      projects,
      etag: polled.etag,
      changedAt: source?.changedAt ?? null,
      checkedAt: at,
    }
    const { source: answered, ...figures } = await this.#write(runtime, async (context) => {
      const own = source ? undefined : await findOwnFlag(context.everything)
      if (own !== undefined)
        throw new UpstreamError(
          `This data folder has flags of its own, such as ${own}. A mirror needs a folder of its own (--data-dir).`,
        )
      const applied = await applyAnswer(context, next, polled.answer)
      // SDKs come with the same token
      await addTokens(context, this.#directory, {
        tokens: [{ secret: one.token, type: one.type, environment, projects }],
        origin: one.isLearnt ? 'learnt' : 'settings',
      })
      return applied
    })
    one.source = answered
    this.#logger.info({ environment, ...figures }, 'mirrored')
  }
}
