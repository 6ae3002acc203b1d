import type { Audience } from '../../contract-engine/operation.ts'
import type { FindingRule } from './terms.ts'

/**
 * Rule about the path of a URL. `configured`: the URL that an SDK is given, to which it adds its own path. `requested`:
 * the URL of a request, as an error names it. Absent: both.
 */
export interface PathRule extends FindingRule {
  /** Matches the path behind the base path, in lower case and without slashes at its end. */
  pattern: RegExp
  use?: 'configured' | 'requested'
  /** API that the path belongs to; absent: none that takes tokens of SDKs. */
  audience?: Audience
}

const SDK_URLS =
  'Server SDKs use {api}; browser and mobile SDKs use {api}/frontend. Each adds the rest of the path itself.'
const sdkUrls = ({ url }: { url: string }) => SDK_URLS.replaceAll('{api}', `${url}/api`)

/** Rules about paths; the first that matches counts. */
export const PATH_RULES: readonly PathRule[] = [
  {
    id: 'url-doubled-path',
    severity: 'problem',
    pattern:
      /^\/api\/(?:client(?:\/features)?\/client|frontend\/frontend|api)(?:\/|$)|^\/api\/features\/(?:client|frontend)(?:\/|$)/,
    message: 'The path of the API is there twice.',
    advice: sdkUrls,
  },
  {
    id: 'url-frontend-given-to-server-sdk',
    severity: 'problem',
    pattern: /^\/api\/frontend\/client\/(?:features|register|delta|streaming)/,
    audience: 'frontend',
    message: 'An SDK of a server was given the URL of the frontend API.',
    advice: ({ url }) => `Give it ${url}/api, and a backend token.`,
  },
  {
    id: 'url-missing-api',
    severity: 'problem',
    pattern: /^\/(?:client|frontend)(?:\/|$)/,
    message: 'The path lacks /api at its start, so every request there gets a 404.',
    advice: sdkUrls,
  },
  {
    id: 'url-without-path',
    severity: 'problem',
    use: 'configured',
    pattern: /^$/,
    message: 'The URL ends before /api: an SDK would ask for pages, not for flags.',
    advice: sdkUrls,
  },
  {
    id: 'url-for-server-sdks',
    severity: 'fine',
    use: 'configured',
    pattern: /^\/api$/,
    audience: 'client',
    message: 'This is the URL for server SDKs.',
    advice: ({ url }) => `Browser and mobile SDKs use ${url}/api/frontend.`,
  },
  {
    id: 'url-ends-in-client-path',
    severity: 'problem',
    use: 'configured',
    pattern: /^\/api\/client(?:\/(?:features|metrics|register|delta|streaming)(?:\/.{0,200})?)?$/,
    audience: 'client',
    message:
      'This is the whole path of a request. SDKs add /client/features themselves and would ask for it twice.',
    advice: ({ url }) => `In an SDK, use ${url}/api. With cURL, this URL is right.`,
  },
  {
    id: 'url-of-client-api',
    severity: 'fine',
    use: 'requested',
    pattern: /^\/api\/client(?:\/|$)/,
    audience: 'client',
    message: 'The request went to the client API, which takes backend tokens.',
  },
  {
    id: 'url-for-browser-sdks',
    severity: 'fine',
    pattern: /^\/api\/frontend(?:\/client\/metrics|\/client\/register)?$/,
    audience: 'frontend',
    message: 'This is the frontend API, for browser and mobile SDKs. It takes frontend tokens.',
  },
  {
    id: 'url-of-former-features',
    severity: 'problem',
    pattern: /^(?:\/api)?\/features$/,
    message: 'This path was the API of the first SDKs. It is no longer served.',
    advice: sdkUrls,
  },
  {
    id: 'url-of-proxy',
    severity: 'problem',
    pattern: /^(?:\/api)?\/proxy(?:\/|$)/,
    message: 'This is the path of a separate proxy. This instance evaluates flags itself, at /api/frontend.',
    advice: ({ url }) => `Use ${url}/api/frontend with a frontend token.`,
  },
  {
    id: 'url-of-admin-api',
    severity: 'warning',
    pattern: /^\/api\/admin(?:\/|$)/,
    audience: 'admin',
    message: 'This is the admin API. SDKs cannot use it: it takes personal access tokens and sessions.',
    advice: sdkUrls,
  },
  {
    id: 'url-of-signal-endpoint',
    severity: 'fine',
    pattern: /^\/api\/signal-endpoint\/[^/]{1,200}$/,
    audience: 'signal',
    message: 'This is a signal endpoint. It takes its own tokens, and POST with a JSON body.',
  },
  {
    id: 'url-of-scim',
    severity: 'fine',
    pattern: /^\/scim(?:\/v2)?(?:\/|$)/,
    audience: 'scim',
    message: 'This is SCIM, for identity providers. It takes the token that Settings > Provisioning creates.',
  },
  {
    id: 'url-of-service-endpoint',
    severity: 'info',
    pattern: /^\/(?:health|ready|internal-backstage|edge|auth|docs)(?:\/|$)/,
    message: 'This path belongs to the service itself. SDKs do not use it.',
    advice: sdkUrls,
  },
  {
    id: 'url-of-page',
    severity: 'problem',
    use: 'configured',
    pattern: /^\/(?:projects|features|login|playground|admin|index\.html|profile|api-tokens)(?:\/|$)/,
    message: 'This is the address of a page, not of an API.',
    advice: sdkUrls,
  },
  {
    id: 'url-too-short',
    severity: 'problem',
    use: 'requested',
    pattern: /^(?:\/api)?$/,
    message: 'The request names no API: the path ends too early.',
    advice: sdkUrls,
  },
]

/** Findings about the parts of a URL other than its path. */
export const URL_RULES = {
  invalid: {
    id: 'url-invalid',
    severity: 'problem',
    message: 'This is not a complete URL.',
    advice: ({ url }) => `Write the scheme, the host and the path, such as ${url}/api.`,
  },
  noScheme: {
    id: 'url-without-scheme',
    severity: 'problem',
    message: 'The URL has no scheme: SDKs need http:// or https:// at its start.',
    advice: ({ url }) => `Write it like ${url}/api.`,
  },
  withUser: {
    id: 'url-with-credentials',
    severity: 'warning',
    message: 'The URL has a user name or password. The instance does not read them.',
    advice: 'Send the token in the Authorization header, and remove it from the URL.',
  },
  withToken: {
    id: 'url-with-token',
    severity: 'warning',
    message: 'The URL has a token in its query. URLs end up in logs, and the token is not read there.',
    advice: 'Send it in the Authorization header, and replace the token if others saw the URL.',
  },
  withHash: {
    id: 'url-with-fragment',
    severity: 'warning',
    message: 'Everything behind # stays in the browser: this is the address of a page.',
    advice: sdkUrls,
  },
  httpsHere: {
    id: 'url-https-to-http',
    severity: 'problem',
    message: 'The URL says https, but this port speaks http. The TLS handshake fails.',
    advice: ({ url }) => `Use ${url}/api, or put a proxy with a certificate in front and set \`baseUrl\`.`,
  },
  httpHere: {
    id: 'url-http-to-https',
    severity: 'warning',
    message: 'The URL says http, but people reach this instance by https. Tokens would travel unencrypted.',
    advice: ({ url }) => `Use ${url}/api.`,
  },
  otherPort: {
    id: 'url-wrong-port',
    severity: 'problem',
    message: 'No port of this instance is open at that number.',
    advice: ({ url }) => `This instance answers at ${url}; Settings > Ports lists the further ports.`,
  },
  otherHost: {
    id: 'url-other-host',
    severity: 'info',
    message: 'This is the URL of another host, which cannot be checked from here. Only its path was.',
    advice: ({ url }) => `This instance answers at ${url}.`,
  },
  anyAddress: {
    id: 'url-any-address',
    severity: 'problem',
    message: '0.0.0.0 is an address to listen at, not one to call.',
    advice: ({ url }) => `Use the name of the machine, such as ${url}/api.`,
  },
  noBasePath: {
    id: 'url-without-base-path',
    severity: 'problem',
    message: 'The URL lacks the base path of this instance.',
    advice: ({ url }) => `All paths begin with ${url}.`,
  },
  unknownPath: {
    id: 'url-unknown-path',
    severity: 'problem',
    message: 'No API of the contract has this path, so the answer is 404.',
    advice: sdkUrls,
  },
  doubleSlash: {
    id: 'url-double-slash',
    severity: 'info',
    message: 'The path has two slashes in a row. This instance accepts that; a proxy in front may not.',
  },
} satisfies Record<string, FindingRule>
