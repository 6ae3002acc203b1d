import { createHash } from 'node:crypto'

import { AppError } from '#kernel/app-error.ts'
import { writeAsSystem, type Guard, type Runtime } from '#kernel/execute.ts'
import type { Logger } from '#kernel/logger.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { isMadeUpstream, madeUpstream } from '#shared/clients/mirror/made-upstream.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'
import { withdrawToken } from '#domains/access/api-tokens/issue-token.ts'
import { insertToken } from '#domains/access/api-tokens/api-tokens.store.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { applyAnswer } from './apply-answer.ts'
import { deleteSource, readSources, saveSource, type MirrorSource } from './mirror-sources.store.ts'
import { UpstreamError, type AnswerSource } from './upstream-answer.ts'

interface Followed {
  token: string
  type: 'client' | 'frontend'
  id: string
  /** undefined: nothing came yet. */
  source: MirrorSource | undefined
  problem: string | null
}

interface Options {
  from: AnswerSource
  tokens: readonly string[]
  /** Tokens of pages and apps that come with the source: those of a file. */
  frontendTokens?: readonly string[]
  directory: TokenDirectory
  logger: Logger
}

/** Name of the tokens that come from the settings of the mirror. */
const TOKEN_NAME = 'upstream'
const NOT_KEPT = 'Its answer could not be kept. The log of this Halyard says why.'

const idOf = (token: string) => createHash('sha256').update(token).digest('base64url').slice(0, 22)

/**
 * Follows another instance: what its tokens get is kept in the tables of this one, from which all is served. Nothing
 * half-received is kept, and what is kept is served while the upstream is away, also after a restart (ADR 74).
 */
export class Mirror {
  readonly url: string
  readonly #from: AnswerSource
  readonly #directory: TokenDirectory
  readonly #logger: Logger
  readonly #followed: Followed[]
  /** Sources of tokens that the settings no longer have. */
  #former: MirrorSource[] = []

  constructor({ from, tokens, frontendTokens = [], directory, logger }: Options) {
    this.url = from.url
    this.#from = from
    this.#directory = directory
    this.#logger = logger
    const types = new Map([
      ...frontendTokens.map((token) => [token, 'frontend'] as const),
      ...tokens.map((token) => [token, 'client'] as const),
    ])
    this.#followed = [...types].map(([token, type]) => ({
      token,
      type,
      id: idOf(token),
      source: undefined,
      problem: null,
    }))
  }

  async load(queries: Queries): Promise<void> {
    const known = new Map((await readSources(queries)).map((source) => [source.id, source]))
    for (const one of this.#followed) {
      one.source = known.get(one.id)
      known.delete(one.id)
    }
    this.#former = [...known.values()]
  }

  /** State of each token, in the order of the settings. */
  get sources(): MirrorState['sources'] {
    return this.#followed.map(({ source, problem }) => ({
      environment: source?.environment ?? null,
      projects: source?.projects ?? [],
      changedAt: source?.changedAt ?? null,
      checkedAt: source?.checkedAt ?? null,
      problem,
    }))
  }

  /** True once all tokens have flags. */
  get isWhole(): boolean {
    return this.#followed.every(({ source }) => source !== undefined)
  }

  /** Asks for each token whether something has changed, and takes it over. */
  readonly follow = async (runtime: Runtime): Promise<void> => {
    await this.#from.look?.()
    for (const one of this.#followed) {
      try {
        await this.#followOne(runtime, one)
        if (one.problem !== null) this.#logger.info({ upstream: this.url }, 'the upstream answers again')
        one.problem = null
      } catch (error) {
        const problem = error instanceof UpstreamError ? error.message : NOT_KEPT
        if (one.problem !== problem)
          this.#logger.warn({ upstream: this.url, err: error }, 'the upstream cannot be followed')
        one.problem = problem
      }
    }
    // once all others are there: a mistake in the settings takes nothing away
    const isWhole = this.#followed.length > 0 && this.#followed.every(({ problem }) => problem === null)
    if (isWhole && this.#former.length > 0) await this.#leaveFormer(runtime)
  }

  /** Removes what only tokens got that the settings no longer have, and these tokens. */
  async #leaveFormer(runtime: Runtime): Promise<void> {
    const ids = new Set(this.#former.map(({ id }) => id))
    await writeAsSystem(runtime, async (context) => {
      for (const source of this.#former) {
        await applyAnswer(context, source, { features: [], segments: [] })
        await deleteSource(context.everything, source.id)
      }
      for (const token of this.#directory.all())
        if (token.tokenName === TOKEN_NAME && ids.has(idOf(token.secret)))
          await withdrawToken(context, this.#directory, token)
    })
    this.#former = []
  }

  async #followOne(runtime: Runtime, one: Followed): Promise<void> {
    const { source } = one
    const scope = source ?? (await this.#from.scopeOf(one.token))
    // another instance may have the same revision
    const etag = source?.url === this.url ? source.etag : null
    const polled = await this.#from.poll(one.token, etag)
    const at = runtime.clock.now().toISOString()
    if (polled.kind === 'unchanged') {
      if (source) one.source = { ...source, checkedAt: at }
      return
    }
    const next: MirrorSource = {
      id: one.id,
      url: this.url,
      environment: scope.environment,
      projects: scope.projects,
      etag: polled.etag,
      changedAt: source?.changedAt ?? null,
      checkedAt: at,
    }
    const { source: answered, ...figures } = await writeAsSystem(runtime, async (context) => {
      if (!source) await requireOwnFolder(context.everything)
      const applied = await applyAnswer(context, next, polled.answer)
      await this.#addToken(context, one, next)
      return applied
    })
    one.source = answered
    this.#logger.info({ environment: next.environment, ...figures }, 'mirrored')
  }

  /** Lets SDKs come with the token of the upstream. */
  async #addToken(
    context: MutationContext,
    { token: secret, type }: Followed,
    { environment, projects }: MirrorSource,
  ) {
    if (this.#directory.get(secret)) return
    const token: StoredToken = {
      secret,
      secretHash: null,
      tokenName: TOKEN_NAME,
      type,
      environment,
      projects: projects.includes('*') ? [] : projects,
      expiresAt: null,
      createdAt: context.now.toISOString(),
      seenAt: null,
    }
    await insertToken(context.everything, token)
    context.onCommit(() => this.#directory.put(token))
  }

  /** Notes when the upstream was last asked, so that the age of its answers is known after a restart. */
  readonly flush = (transaction: (work: (queries: Queries) => Promise<void>) => Promise<void>) =>
    transaction(async (queries) => {
      for (const { source } of this.#followed) if (source) await saveSource(queries, source)
    })
}

/** Refuses to write over flags that are this instance's own. */
async function requireOwnFolder(queries: Queries): Promise<void> {
  const own = await queries
    .selectFrom('features')
    .select('name')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mirror_flags')
            .select('source_id')
            .whereRef('mirror_flags.name', '=', 'features.name'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  if (own)
    throw new UpstreamError(
      `This data folder has flags of its own, such as ${own.name}. A mirror needs a folder of its own (--data-dir).`,
    )
}

/** Refuses changes of what is followed: they are made upstream. */
export const guardMirror =
  (url: string | undefined): Guard =>
  (operation) => {
    if (url !== undefined && isMadeUpstream(operation))
      throw new AppError('OperationDeniedError', madeUpstream(url))
  }
