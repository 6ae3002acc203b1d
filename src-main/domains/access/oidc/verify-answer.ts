import type { Configuration } from 'openid-client'

import type { OidcSettings } from '#shared/access/schemas/single-sign-on.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { identityOfClaims } from '../single-sign-on/identity-of-claims.ts'
import type { ProvidedIdentity } from '../single-sign-on/sign-in-with-identity.ts'
import { explainRejection } from './explain-rejection.ts'
import { connectProvider, openidClient, ProviderProblem } from './oidc-provider.ts'
import type { PendingSignIn } from './pending-sign-ins.ts'

/** Verified person, with the ID token that a later sign-out names. */
export interface VerifiedPerson {
  identity: ProvidedIdentity
  idToken: string
}

/** Parameters with which a browser comes back from the provider. */
export type AnswerParameters = Readonly<Record<string, string>>

/**
 * Verifies the provider's answer: exchanges the code, checks the ID token (signature, issuer, audience, expiry, nonce), and
 * reads the user info. Returns the reason if it is not accepted.
 */
export async function verifyAnswer(
  settings: OidcSettings,
  outbound: Outbound,
  { pending, parameters }: { pending: PendingSignIn; parameters: AnswerParameters },
): Promise<VerifiedPerson | string> {
  const host = hostOf(settings.discoverUrl)
  try {
    const client = await openidClient()
    const config = await connectProvider(settings, outbound)
    const url = new URL(pending.redirectUri)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: parameters['state'] ?? '',
      expectedNonce: pending.nonce,
      idTokenExpected: true,
      ...(settings.enablePkce === false ? {} : { pkceCodeVerifier: pending.codeVerifier }),
    })
    const idClaims = tokens.claims()
    if (!idClaims || !tokens.id_token) return 'The provider sent no ID token.'
    requireAcr(settings, idClaims['acr'])
    const claims = { ...(await userInfoOf(config, tokens.access_token, idClaims.sub)), ...idClaims }
    const { email, username, name } = identityOfClaims(claims)
    if (email === undefined)
      return 'The provider sent no e-mail address. Allow this client the scope "email" at the provider.'
    const emailVerified = verifiedOf(claims['email_verified'])
    return {
      identity: {
        integration: 'oidc',
        subject: idClaims.sub,
        account: { integration: 'oidc', issuer: idClaims.iss, subject: idClaims.sub },
        email,
        emailVerified,
        username,
        name,
        claims,
      },
      idToken: tokens.id_token,
    }
  } catch (error) {
    return explainRejection(error, host)
  }
}

/** A browser could leave the request for a stronger sign-in out of the address: the token says how it was. */
function requireAcr({ acrValues }: OidcSettings, acr: unknown): void {
  const wanted = (acrValues ?? '').split(/[\s,]+/).filter((value) => value !== '')
  if (wanted.length > 0 && !wanted.some((value) => value === acr))
    throw new ProviderProblem(`The sign-in was not of a required class (acr): ${wanted.join(', ')}.`)
}

/** User info adds claims that the ID token lacks. Without it, the ID token has to do. */
async function userInfoOf(
  config: Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  try {
    const { fetchUserInfo } = await openidClient()
    return await fetchUserInfo(config, accessToken, subject)
  } catch {
    return {}
  }
}

const verifiedOf = (claim: unknown): boolean | undefined =>
  claim === undefined ? undefined : claim === true || claim === 'true'

/** Host of a provider, for words about it. */
export const hostOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).host : 'The provider'
