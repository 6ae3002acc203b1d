import type { FoundLink } from '#shared/clients/doctor/links.ts'
import type { KnownToken } from '#shared/clients/doctor/judge-token.ts'
import type { FoundToken } from '#shared/clients/doctor/read-text.ts'
import { scopeOf } from '#shared/clients/doctor/token-formats.ts'
import type { SecretState, TokenFacts } from '#shared/clients/schemas/diagnosis.ts'
import type { Actor } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { readable, type StoredToken } from '#domains/access/api-tokens/api-token.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { findResetToken } from '#domains/access/passwords/reset-tokens.store.ts'
import type { PersonalTokenDirectory } from '#domains/access/personal-tokens/personal-token-directory.ts'
import { environmentExists } from '#domains/access/access/places.read-model.ts'
import { findSignupToken } from '#domains/access/public-signup/public-signup.store.ts'
import { displayNameOf } from '#domains/access/users/user.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { readCdnTokens } from '../edge/cdn-tokens.store.ts'

/** Directories that know tokens by their hashes. */
export interface TokenSources {
  tokens: TokenDirectory
  personalTokens: PersonalTokenDirectory
  signalEndpoints: { authenticate: (secret: string) => Actor | undefined }
  scim: { authenticate: (secret: string) => Actor | undefined; setting: { enabled: boolean } }
}

const isAdmin = (context: QueryContext) => context.may({ anyOf: ['ADMIN'] }).allowed

/** State of a secret that opens nothing: its reason is for Admins alone. */
const unusable = (context: QueryContext, state: SecretState): SecretState =>
  isAdmin(context) ? state : 'refused'

/**
 * Looks a token up by its hash; its last use stays as it was. Callers who may not read it learn only what its holder
 * could learn by using it.
 */
export async function lookUpToken(
  context: QueryContext,
  sources: TokenSources,
  { secret, format }: FoundToken,
): Promise<KnownToken> {
  switch (format.id) {
    case 'personal':
      return { facts: await personalFacts(context, sources, secret) }
    case 'signal':
      return { facts: signalFacts(context, sources, secret) }
    case 'scim': {
      const isKnown = sources.scim.authenticate(secret) !== undefined
      const { enabled } = sources.scim.setting
      const state = isKnown ? (enabled ? 'valid' : 'disabled') : unusable(context, 'unknown')
      return { facts: { state, type: 'scim' } }
    }
    default:
      return apiToken(context, sources, secret)
  }
}

async function apiToken(
  context: QueryContext,
  { tokens }: TokenSources,
  secret: string,
): Promise<KnownToken> {
  const token = tokens.get(secret)
  if (token) return { facts: apiTokenFacts(context, token) }
  const environment = scopeOf(secret)?.environment
  const facts = { state: unusable(context, 'unknown') }
  if (environment === undefined || environment === '*') return { facts }
  return { facts, hasEnvironment: await environmentExists(context.visible, environment) }
}

/** Facts that the holder of a good token learns from `/edge/validate`; readers of tokens learn the rest. */
function apiTokenFacts(context: QueryContext, token: StoredToken): TokenFacts {
  const { type, projects, environment, tokenName, expiresAt, seenAt } = token
  const mayRead = readable(context)(token)
  const isExpired = expiresAt !== null && expiresAt <= context.now.toISOString()
  if (isExpired && !mayRead) return { state: 'refused' }
  return {
    state: isExpired ? 'expired' : 'valid',
    type,
    projects: projects.length === 0 ? ['*'] : [...projects],
    environment,
    ...(mayRead ? { name: tokenName, expiresAt, lastSeenAt: seenAt } : {}),
  }
}

async function personalFacts(
  context: QueryContext,
  { personalTokens }: TokenSources,
  secret: string,
): Promise<TokenFacts> {
  const token = personalTokens.get(secret)
  const user = token ? await findUser(context.visible, token.userId) : undefined
  if (!token || !user) return { state: unusable(context, 'unknown'), type: 'personal' }
  const { actor } = context.caller
  const mayRead = isAdmin(context) || (actor.kind === 'user' && actor.id === user.id)
  const isExpired = token.expiresAt <= context.now.toISOString()
  const isGood = !isExpired && user.deactivatedAt === null
  if (!mayRead) return { state: isGood ? 'valid' : 'refused', type: 'personal' }
  return {
    state: isGood ? 'valid' : isExpired ? 'expired' : 'disabled',
    type: user.kind === 'service-account' ? 'service-account' : 'personal',
    name: token.description,
    owner: displayNameOf(user),
    expiresAt: token.expiresAt,
    lastSeenAt: token.seenAt,
  }
}

/** Everybody who is signed in may read signal endpoints and the names of their tokens. */
function signalFacts(context: QueryContext, { signalEndpoints }: TokenSources, secret: string): TokenFacts {
  const actor = signalEndpoints.authenticate(secret)
  if (actor?.kind !== 'signal-token') return { state: unusable(context, 'unknown'), type: 'signal' }
  return { state: 'valid', type: 'signal', name: actor.username }
}

/** Looks a link up without using it. */
export async function lookUpLink(context: QueryContext, { id, secret }: FoundLink): Promise<SecretState> {
  const now = context.now.toISOString()
  if (id === 'sign-in') return 'unchecked'
  if (id === 'invite') {
    const invite = await findSignupToken(context.visible, secret)
    if (!invite) return unusable(context, 'unknown')
    if (!invite.enabled) return unusable(context, 'disabled')
    return invite.expiresAt > now ? 'valid' : unusable(context, 'expired')
  }
  const link = await findResetToken(context.visible, secret)
  if (!link) return unusable(context, 'unknown')
  // its page says so to everybody who opens it
  if (link.usedAt !== null) return 'used'
  return link.expiresAt > now ? 'valid' : unusable(context, 'expired')
}

/** Tells whether a text is the name of a token that the caller may read. */
export async function isTokenName(
  context: QueryContext,
  { tokens }: TokenSources,
  text: string,
): Promise<boolean> {
  const mayRead = readable(context)
  if (tokens.all().some((token) => token.tokenName === text && mayRead(token))) return true
  if (!context.may({ anyOf: ['ADMIN', 'READ_FRONTEND_API_TOKEN'] }).allowed) return false
  return (await readCdnTokens(context.visible)).some(({ tokenName }) => tokenName === text)
}
