import { explainFailure, isExplained } from '#kernel/outbound.ts'
import { ProviderProblem } from './oidc-provider.ts'

/** Words for the claims of an ID token that are compared. */
const CLAIMS: ReadonlyMap<string, string> = new Map([
  ['aud', 'The ID token is for another audience than this client.'],
  ['azp', 'The ID token is for another authorized party than this client.'],
  ['iss', 'The ID token is from another issuer than the provider.'],
  ['nonce', 'The ID token has another nonce than this sign-in.'],
])

interface Described {
  code?: unknown
  message: string
  cause?: unknown
}

/**
 * Explains in plain words why a provider's answer is not accepted. Reasons are for the login history and the sign-in page,
 * so they hold no token and no secret.
 */
export function explainRejection(error: unknown, host: string): string {
  if (error instanceof ProviderProblem) return error.message
  const chain = chainOf(error)
  for (const { code, cause } of chain) {
    const claim = field(cause, 'claim')
    if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && claim !== undefined)
      return CLAIMS.get(claim) ?? `The claim ${claim} of the ID token is not as expected.`
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'The ID token has expired, or is not valid yet.'
    if (code === 'OAUTH_KEY_SELECTION_FAILED')
      return 'The provider has no key that fits the ID token’s signature.'
  }
  const denied = chain.find(({ code }) => code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
  if (denied) return `The provider refused the sign-in: ${field(denied, 'error') ?? denied.message}.`
  const refused = chain.find(({ code }) => code === 'OAUTH_RESPONSE_BODY_ERROR')
  if (refused) return `The provider refused the request: ${field(refused, 'error') ?? refused.message}.`
  // the innermost cause names the reason
  const known = chain.findLast(({ code }) => typeof code === 'string' && code.startsWith('OAUTH_'))
  if (known) return `The provider’s answer is not accepted: ${known.message}.`
  return explainFailure(chain.find(isExplained) ?? chain.at(-1) ?? error, host)
}

/** An error with those that caused it, outermost first. */
function chainOf(error: unknown): Described[] {
  const chain: Described[] = []
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one)
  return chain
}

function field(value: unknown, name: 'claim' | 'error'): string | undefined {
  const found =
    typeof value === 'object' && value !== null ? (value as Record<typeof name, unknown>)[name] : undefined
  return typeof found === 'string' ? found.slice(0, 100) : undefined
}
