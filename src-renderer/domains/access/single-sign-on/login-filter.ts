export const LOGIN_FILTERS = ['outcome', 'method', 'from', 'to'] as const
type Filters = Readonly<Record<(typeof LOGIN_FILTERS)[number], string>>

const DAY = /^\d{4}-\d{2}-\d{2}$/
const METHODS: ReadonlyMap<string, string> = new Map([
  ['password', 'Password'],
  ['oidc', 'OpenID Connect'],
  ['saml', 'SAML'],
  ['sign-in-link', 'Sign-in link'],
  ['session', 'Sign-out'],
])

const OUTCOMES = new Map<string, Readonly<Record<string, string>>>([
  ['succeeded', { type: 'login', successful: 'true' }],
  ['failed', { type: 'login', successful: 'false' }],
  ['out', { type: 'logout' }],
])

/** Makes the query of the login history. A filter that it would not take is left out. */
export function toLoginQuery(text: string, { outcome, method, from, to }: Filters): Record<string, string> {
  return {
    type: 'all',
    ...OUTCOMES.get(outcome),
    ...(text.trim() === '' ? {} : { query: text.trim() }),
    ...(METHODS.has(method) ? { authType: method } : {}),
    ...(DAY.test(from) ? { from: `${from}T00:00:00.000Z` } : {}),
    ...(DAY.test(to) ? { to: `${to}T23:59:59.999Z` } : {}),
  }
}

/** Names a way to sign in. */
export const methodInWords = (method: string): string => METHODS.get(method) ?? method

/** Names the outcome of an entry. */
export function outcomeInWords({
  type,
  successful,
}: {
  type?: string | undefined
  successful: boolean
}): string {
  if (!successful) return 'Failed'
  return type === 'logout' ? 'Signed out' : 'Signed in'
}
