import { AppError } from '#kernel/app-error.ts'
import { type Actor, type Identity, isSameActor } from '#kernel/caller.ts'
import { admissionOf, isOpenToSdks, isStrictAbout } from '#shared/contract-engine/admission.ts'
import type { Audience } from '#shared/contract/index.ts'
import { readCredentials } from './credentials.ts'

const WRONG_KIND = 'invalid token: expected a different token type for this endpoint'
const NEEDS_TOKEN =
  'This endpoint requires an API token. Please add an authorization header to your request with a valid token'
const LOGIN_PATH = '/auth/simple/login'

/** Creates the audience check of a contract version. It returns the actor, or throws 401 or 403. */
export function audienceCheckOf(contract: string): (audience: Audience, identity: Identity) => Actor {
  const isAdmitted = admissionOf(contract)
  const isStrict = isStrictAbout(contract)
  const isOpen = isOpenToSdks(contract)
  return (audience, sent) => {
    const identity = TOKENS_ONLY.has(audience) ? withoutSession(sent) : sent
    if (isAdmitted(audience, identity.actor.kind)) return identity.actor
    if (isOpen && audience === 'client' && isNobody(identity)) return identity.actor
    throw refuse(audience, identity, isStrict)
  }
}

/** APIs of the original's SDKs, where a session counts as no credentials (docs/contract/clients.md#token-acceptance). */
const TOKENS_ONLY: ReadonlySet<Audience> = new Set(['client', 'frontend'])

const withoutSession = (identity: Identity): Identity =>
  identity.session === undefined ? identity : { actor: { kind: 'anonymous' }, presented: false }

/**
 * Up to version 3 SDKs need no token. A token that is sent must still be valid: a mistyped token must not get the
 * answer of another environment.
 */
const isNobody = ({ actor, presented }: Identity) => actor.kind === 'anonymous' && !presented

function refuse(audience: Audience, { actor, presented, session }: Identity, isStrict: boolean): AppError {
  if (audience === 'admin')
    return actor.kind === 'anonymous' ? notSignedIn(presented) : new AppError('ForbiddenError', WRONG_KIND)
  if (actor.kind === 'anonymous') return new AppError('UnauthorizedError', NEEDS_TOKEN)
  if (actor.kind !== 'user' || isStrict) return new AppError('ForbiddenError', WRONG_KIND)
  // recorded exchange passwords-and-tokens/pat-use-on-frontend-api
  return session === undefined
    ? new AppError('InvalidTokenError', 'Token was not valid')
    : new AppError('UnauthorizedError', NEEDS_TOKEN)
}

/** No credentials are answered with where to log in; bad ones are not (recorded exchanges authentication/*). */
export function notSignedIn(presented: boolean): AppError {
  if (presented) return new AppError('UnauthorizedError', 'You must log in to use Unleash.')
  return new AppError(
    'AuthenticationRequired',
    'You must log in to use Unleash. Your request had no authorization header, so we could not authorize you. ' +
      `Try logging in at ${LOGIN_PATH}`,
    { extra: { path: LOGIN_PATH, type: 'password', defaultHidden: false } },
  )
}

type Authenticate = (credentials: { token?: string; cookie?: string }) => Promise<Identity>

/** Makes the check that the credentials of a request still prove the same caller, with the same reach. */
export function validityOf(
  authenticate: Authenticate,
  headers: Parameters<typeof readCredentials>[0],
  { actor, session }: Identity,
): () => Promise<boolean> {
  return async () => {
    const now = await authenticate(readCredentials(headers))
    return now.session === session && isSameActor(now.actor, actor)
  }
}
