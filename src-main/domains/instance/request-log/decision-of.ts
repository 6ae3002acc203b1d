import type { ErrorName } from '#shared/errors/error-table.ts'
import type { RefusedBy, RequestCaller, RequestDecision } from '#shared/instance/schemas/request-log.ts'
import type { KeptRequest } from './kept-request.ts'

const BY_NAME: Partial<Record<ErrorName, RefusedBy>> = {
  ForeignOriginError: 'origin',
  AuthenticationRequired: 'sign-in',
  InvalidTokenError: 'sign-in',
  PasswordMismatch: 'sign-in',
  UnauthorizedError: 'sign-in',
  UsedTokenError: 'sign-in',
  ForbiddenError: 'token-kind',
  RateLimitError: 'rate-limit',
  PermissionError: 'permission',
  NoAccessError: 'permission',
  MaintenanceError: 'maintenance',
  InvalidOperationError: 'rule',
  IncompatibleProjectError: 'rule',
  OperationDeniedError: 'rule',
  DisabledError: 'rule',
  ExceedsLimitError: 'rule',
  RoleInUseError: 'rule',
  NotFoundError: 'not-found',
  NotImplementedError: 'not-found',
  ConflictError: 'conflict',
  NameExistsError: 'conflict',
}

/** Names the check that refused a request; undefined: none did. */
export function refusedBy({ refusal, status }: KeptRequest): RefusedBy | undefined {
  if (refusal === undefined) return status !== undefined && status >= 500 ? 'service' : undefined
  return BY_NAME[refusal.name] ?? (status !== undefined && status >= 500 ? 'service' : 'request')
}

/** Explains why a request was let in or refused, and what would help. */
export function decisionOf(kept: KeptRequest): RequestDecision {
  const by = refusedBy(kept)
  const access = kept.operation?.access
  const asked = access?.kind === 'permission' ? [...access.anyOf] : []
  const explanation = by === undefined ? admitted(kept, asked) : [...refused(kept, by), ...(ADVICE[by] ?? [])]
  return { asked, refusedBy: by ?? null, explanation }
}

function admitted({ operation, caller }: KeptRequest, asked: readonly string[]): string[] {
  if (operation === undefined) return ['This path is no operation of the API: nobody is asked who they are.']
  if (operation.audience === 'open') return ['This operation is open to everybody.']
  const came = `${CALLERS[caller]} may use this part of the API.`
  if (asked.length === 0) return [came, 'The operation needs no permission beyond that.']
  return [came, `The operation needs ${asked.join(' or ')} at its place, and the caller holds it.`]
}

function refused(kept: KeptRequest, by: RefusedBy): string[] {
  const { refusal, caller, operation } = kept
  if (refusal === undefined) return ['The service failed. Its log has more under the time of the request.']
  const lines = by === 'permission' && refusal.explanation.length > 0 ? refusal.explanation : []
  if (by === 'sign-in') return [refusal.message, signInReason(caller)]
  if (by === 'token-kind')
    return [
      refusal.message,
      `${CALLERS[caller]} cannot use this part of the API. ${operation ? NEEDED[operation.audience] : ''}`.trim(),
    ]
  if (by === 'rate-limit')
    return [
      'This address has used up its requests for this operation.',
      ...(refusal.retryAfter === undefined ? [] : [`It can try again after ${refusal.retryAfter} s.`]),
    ]
  if (by === 'not-found' && operation === undefined)
    return [`No operation of contract ${kept.contract} has this method and path.`]
  const details = refusal.details
    .filter(({ message, path }) => path !== undefined || message !== refusal.message)
    .map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`))
  return [refusal.message, ...details, ...lines]
}

function signInReason(caller: RequestCaller): string {
  if (caller === 'unknown-token')
    return 'The request has credentials, but they prove nobody: the token is mistyped, expired, deleted or of another instance, or the session has ended.'
  if (caller === 'anonymous')
    return 'The request has neither an Authorization header nor a session that counts here.'
  return 'The credentials were not accepted for this request.'
}

const CALLERS: Record<RequestCaller, string> = {
  user: 'A signed-in user',
  'admin-token': 'An admin token',
  'backend-token': 'A backend token',
  'frontend-token': 'A frontend token',
  'signal-token': 'A token of a signal endpoint',
  'scim-token': 'The token of the identity provider',
  system: 'The service',
  anonymous: 'Somebody without credentials',
  'unknown-token': 'Somebody with unknown credentials',
  unchecked: 'Somebody whose credentials were not read',
}

const NEEDED = {
  admin: 'It needs a session, a personal access token or an admin token.',
  client: 'It needs a backend token.',
  frontend: 'It needs a frontend token.',
  sdk: 'It needs a token of an SDK.',
  signal: 'It needs a token of that signal endpoint.',
  scim: 'It needs the token of the identity provider.',
  open: '',
} as const

const ADVICE: Partial<Record<RefusedBy, readonly string[]>> = {
  'sign-in': ['Send a token that is listed under API tokens, or sign in.'],
  maintenance: ['An Admin can turn maintenance mode off under Instance.'],
}
