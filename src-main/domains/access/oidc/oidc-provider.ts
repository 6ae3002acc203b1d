import type * as OpenidClient from 'openid-client'

import { hostOf, isLoopbackHost } from '#kernel/address-policy.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import type { OidcSettings } from '#shared/access/schemas/single-sign-on.ts'

const TIMEOUT_SECONDS = 10

/** Provider cannot be used as it is set up. The message says what to change. */
export class ProviderProblem extends Error {}

/** Checks whether a provider's URL is encrypted, or stays on this machine. */
export function isSafeProviderUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackHost(hostOf(parsed)))
}

/** Loads the OpenID Connect client (ADR 29). */
export const openidClient = onFirstUse(
  'openid-client',
  'sign-in with OpenID Connect',
  () => import('openid-client'),
)

/**
 * Reads the provider's metadata and returns a client for it. ID tokens are accepted with a valid signature only, also
 * where they come straight from the provider. Throws ProviderProblem for settings that cannot work.
 */
export async function connectProvider(
  settings: OidcSettings,
  outbound: Outbound,
): Promise<OpenidClient.Configuration> {
  const { enabled, discoverUrl, clientId, secret, idTokenSigningAlgorithm = 'RS256' } = settings
  if (enabled !== true) throw new ProviderProblem('Sign-in with OpenID Connect is turned off.')
  if (!discoverUrl || !clientId || !secret)
    throw new ProviderProblem('OpenID Connect needs a discover URL, a client id and a client secret.')
  if (!isSafeProviderUrl(discoverUrl))
    throw new ProviderProblem('The discover URL must begin with https://. http:// is for this machine only.')
  const url = new URL(discoverUrl)
  const client = await openidClient()
  const isPlain = url.protocol === 'http:'
  const customFetch: OpenidClient.CustomFetch = (input, { method, headers, body, signal }) =>
    outbound.fetch(input, {
      method,
      headers,
      ...(body === null || body === undefined ? {} : { body: body as string | URLSearchParams }),
      ...(signal ? { signal } : {}),
    })
  const options: OpenidClient.DiscoveryRequestOptions = {
    [client.customFetch]: customFetch,
    timeout: TIMEOUT_SECONDS,
    ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
  }
  const found = await client.discovery(url, clientId, undefined, undefined, options)
  const server = found.serverMetadata()
  const config = new client.Configuration(
    server,
    clientId,
    { client_secret: secret, id_token_signed_response_alg: idTokenSigningAlgorithm },
    clientAuthOf(client, server, secret),
  )
  config[client.customFetch] = customFetch
  config.timeout = TIMEOUT_SECONDS
  client.enableNonRepudiationChecks(config)
  if (isPlain) client.allowInsecureRequests(config)
  return config
}

/** The provider says how a client proves itself; without a word, the standard's default is the header. */
function clientAuthOf(
  client: typeof OpenidClient,
  server: OpenidClient.ServerMetadata,
  secret: string,
): OpenidClient.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret)
}
