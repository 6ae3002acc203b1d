import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import { withoutSecret, type StoredToken } from '#domains/access/api-tokens/api-token.ts'
import { insertToken, readSecrets } from '#domains/access/api-tokens/api-tokens.store.ts'
import { projectOf } from '#domains/access/api-tokens/issue-token.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { addPlaces } from './mirrored-flags.store.ts'
import { covers, type UpstreamScope, type UpstreamToken } from './upstream-scope.ts'

/** Names of the tokens of an upstream: those of the settings, those that an SDK came with, and those accepted without asking. */
export const TOKEN_NAMES = {
  settings: 'upstream',
  learnt: 'learnt from the upstream',
  trusted: 'trusted without asking',
} as const
export type TokenOrigin = keyof typeof TOKEN_NAMES

/** Lists the tokens of an origin. */
export const tokensOf = (directory: TokenDirectory, origin: TokenOrigin): StoredToken[] =>
  directory.all().filter(({ tokenName }) => tokenName === TOKEN_NAMES[origin])

/** Returns the scope of a stored token as an upstream tells it. */
export const scopeOf = ({ environment, projects }: StoredToken): UpstreamScope => ({
  environment,
  projects: projects.length === 0 ? ['*'] : [...projects],
})

/** Checks whether the upstream still says of a token what it said. One with another scope is learnt again. */
export function isAsBefore(learnt: StoredToken | undefined, known: UpstreamToken | undefined): boolean {
  if (!learnt || !known) return known !== undefined
  return learnt.type === known.type && covers(scopeOf(learnt), known) && covers(known, scopeOf(learnt))
}

/** Lets SDKs come with tokens of the upstream, whose flags are here. */
export async function addTokens(
  context: MutationContext,
  directory: TokenDirectory,
  { tokens, origin }: { tokens: readonly UpstreamToken[]; origin: TokenOrigin },
): Promise<void> {
  const { everything, now } = context
  const fresh = tokens.filter(({ secret }) => !directory.get(secret))
  // another Halyard on the same database can be faster
  const stored = await readSecrets(
    everything,
    fresh.map(({ secret }) => secret),
  )
  const at = now.toISOString()
  for (const [environment, some] of groupRows(fresh, (one) => one.environment)) {
    const projects = new Set(some.flatMap((one) => one.projects))
    projects.delete('*')
    if (projects.size > 0) await addPlaces(everything, [...projects], { environment, at })
  }
  for (const { secret, type, environment, projects } of fresh) {
    const token: StoredToken = {
      secret,
      secretHash: null,
      tokenName: TOKEN_NAMES[origin],
      type,
      environment,
      projects: projects.includes('*') ? [] : [...new Set(projects)],
      expiresAt: null,
      createdAt: at,
      seenAt: null,
    }
    if (!stored.has(secret)) {
      await insertToken(everything, token)
      if (origin !== 'settings')
        context.record({
          type: 'api-token-created',
          environment,
          data: withoutSecret(token),
          ...projectOf(token),
        })
    }
    context.onCommit(() => directory.put(token))
  }
}
