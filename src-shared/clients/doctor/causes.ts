import type { FindingRule } from './terms.ts'

const ALL_TOKENS = 'API tokens, on the left, lists the tokens with their kinds, environments and expiries.'

/** Meaning of an HTTP status. */
export const STATUS_CAUSES: Readonly<Record<number, FindingRule>> = {
  301: redirect(),
  302: redirect(),
  307: redirect(),
  308: redirect(),
  304: {
    id: 'status-304',
    severity: 'fine',
    message: 'Status 304 is no error: nothing has changed since the last poll.',
  },
  400: {
    id: 'status-400',
    severity: 'problem',
    message: 'Status 400: the request has a part that the instance does not accept.',
    advice: 'Read `details` in the answer: it names the field.',
  },
  401: {
    id: 'status-401',
    severity: 'problem',
    message: 'Status 401: the request has no token, or one that is unknown, was deleted or has expired.',
    advice: `Send the whole token in the Authorization header. ${ALL_TOKENS}`,
  },
  403: {
    id: 'status-403',
    severity: 'problem',
    message:
      'Status 403: the caller is known and may not do this. With an SDK, the token is of the wrong kind for the API; else a permission is missing, or the host or origin is not allowed.',
    advice:
      'Server SDKs need a backend token, browser SDKs a frontend token. Paste the token here to see its kind.',
  },
  404: {
    id: 'status-404',
    severity: 'problem',
    message: 'Status 404: the instance has nothing at this path. For SDKs, the URL is almost always wrong.',
    advice: ({ url }) => `Use ${url}/api for server SDKs, ${url}/api/frontend for browser SDKs.`,
  },
  405: {
    id: 'status-405',
    severity: 'problem',
    message: 'Status 405: the path does not take this method.',
    advice: 'Check the method and the path; a redirect from http to https turns POST into GET.',
  },
  413: {
    id: 'status-413',
    severity: 'problem',
    message: 'Status 413: the body is larger than the instance, or a proxy in front, accepts.',
    advice: 'Send metrics more often, or raise the limit of the proxy.',
  },
  415: {
    id: 'status-415',
    severity: 'problem',
    message: 'Status 415: the request has a body, and its Content-Type is not application/json.',
    advice: 'Send the header Content-Type: application/json.',
  },
  429: {
    id: 'status-429',
    severity: 'problem',
    message: 'Status 429: more requests than the limit per minute.',
    advice:
      'Create one SDK for each process and keep it, and poll every 15 seconds or less often. Retry-After says when to go on.',
  },
  500: gateway(500, 'the instance failed'),
  502: gateway(502, 'a proxy in front got no usable answer from the instance'),
  503: {
    id: 'status-503',
    severity: 'problem',
    message:
      'Status 503: the instance is in maintenance mode, its data folder is not available, or a proxy in front found it down.',
    advice: 'Settings > Maintenance says which. SDKs go on with the flags that they have.',
  },
  504: gateway(504, 'a proxy in front waited too long for the instance'),
  507: {
    id: 'status-507',
    severity: 'problem',
    message: 'Status 507: the disk of the instance is full.',
    advice: 'Free some space there; writing resumes by itself.',
  },
}

function redirect(): FindingRule {
  return {
    id: 'status-redirect',
    severity: 'warning',
    message: 'The answer is a redirect. Many SDKs do not follow it, or lose the token on the way.',
    advice: 'Give the SDK the address that it is redirected to, mostly https instead of http.',
  }
}

function gateway(status: number, why: string): FindingRule {
  return {
    id: `status-${status}`,
    severity: 'problem',
    message: `Status ${status}: ${why}.`,
    advice: 'Look into the log of the instance at that time, and of the proxy if there is one.',
  }
}

const problem = (id: string, message: string, advice?: FindingRule['advice']): FindingRule => ({
  id,
  severity: 'problem',
  message,
  ...(advice === undefined ? {} : { advice }),
})

/** Meanings of texts, by the ids that sdk-errors.ts and connection-errors.ts use. */
export const CAUSES: readonly FindingRule[] = [
  problem(
    'refused',
    'Nothing listens at that address and port: the connection was refused.',
    ({ url }) =>
      `Check that the instance runs, and that the SDK has its address: ${url}. Inside a container, localhost is the container itself.`,
  ),
  problem(
    'host-unknown',
    'The name of the host has no address: it is misspelt, or known only in another network.',
    'Check the name in the URL, and that it can be resolved where the SDK runs.',
  ),
  problem(
    'timeout',
    'There was no answer in time.',
    'A firewall may drop the packets, or the address belongs to nothing. Try the URL with cURL from the same machine.',
  ),
  problem(
    'unreachable',
    'There is no route to that network.',
    'Check the network, VPN and firewall of the machine.',
  ),
  {
    id: 'reset',
    severity: 'warning',
    message: 'The connection ended before the answer was complete.',
    advice:
      'This happens at a restart. If it stays, look at proxies and their timeouts for idle connections.',
  },
  problem(
    'tls-to-http',
    'The SDK speaks TLS to a port that speaks plain http.',
    ({ url }) => `Use ${url.replace(/^https:/, 'http:')}/api, or put a proxy with a certificate in front.`,
  ),
  problem('http-to-tls', 'The SDK speaks plain http to a port that wants TLS.', 'Write https:// in its URL.'),
  problem(
    'certificate-expired',
    'The certificate of the host has expired.',
    'Renew it, and check the clock of the machine.',
  ),
  problem(
    'certificate-name',
    'The certificate belongs to another host name than the URL has.',
    'Use the name that the certificate has; an IP address is rarely among them.',
  ),
  problem(
    'certificate-unknown',
    'The machine does not trust the certificate: it is self-signed, or from an authority that it does not know.',
    'Add the authority to the trusted ones of the machine or runtime (NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, cacerts). Do not switch checking off.',
  ),
  problem(
    'cors',
    'The browser blocked the answer: the origin of the page is not allowed, or the URL is not the frontend API.',
    ({ url }) => `Pages may only use ${url}/api/frontend. Add the origin of the page in Settings > CORS.`,
  ),
  problem(
    'mixed-content',
    'A page from https may not call an address with http.',
    'Reach the instance by https, through a proxy with a certificate.',
  ),
  problem(
    'content-policy',
    "The page's own Content-Security-Policy forbids the address.",
    'Add the address of the instance to connect-src.',
  ),
  problem(
    'wrong-kind',
    'The token is valid, and of the wrong kind for this API.',
    ({ contract }) =>
      `The client API takes backend tokens, the frontend API frontend tokens, the admin API personal access tokens.${
        contract.startsWith('8') ? ' Since version 8, SDK APIs take no others.' : ''
      }`,
  ),
  problem(
    'no-token',
    'The request came without a token.',
    'Set the Authorization header, or the option for the token of the SDK. Some proxies remove the header.',
  ),
  problem('token-not-valid', 'The instance does not know this token, or it has expired.', ALL_TOKENS),
  problem(
    'host-not-allowed',
    'The instance was called by a host name that it does not answer for.',
    'Add the name to `allowedHosts`, or set `baseUrl` if a proxy stands in front.',
  ),
  problem(
    'origin-not-allowed',
    'A page of another site called an API that is not for pages.',
    'Pages may use /api/frontend alone. Behind a proxy, set `baseUrl`.',
  ),
  {
    id: 'maintenance',
    severity: 'warning',
    message: 'The instance is in maintenance mode: it reads, and writes nothing.',
    advice: 'SDKs still get flags. An Admin can end it in Settings > Maintenance.',
  },
  problem(
    'disk-full',
    'The disk of the instance is full.',
    'Free some space there; writing resumes by itself.',
  ),
  problem(
    'no-permission',
    'The caller lacks a permission.',
    'The answer names it in `decision`. Access > Simulator says who could grant it.',
  ),
  problem(
    'html-answer',
    'The answer is a page, not JSON: the URL leads to pages, or a proxy or sign-in page answers in place of the API.',
    ({ url }) => `Use ${url}/api for server SDKs, ${url}/api/frontend for browser SDKs.`,
  ),
  problem(
    'port-in-use',
    'Another program uses the port already.',
    'Stop it, or start the instance with --port auto; SDKs then need the new address.',
  ),
  problem(
    'header-invalid',
    'The token has a character that no header may have: mostly a line break at its end.',
    'Trim the token where it is read from a file or a secret store.',
  ),
  problem(
    'proxy',
    'A proxy for outgoing connections refused the connection.',
    'Add the host of the instance to NO_PROXY, or let the proxy allow it.',
  ),
  problem(
    'url-invalid-in-sdk',
    'The SDK cannot read its URL.',
    ({ url }) => `Give it a complete URL, such as ${url}/api.`,
  ),
  problem(
    'browser-no-answer',
    'The browser got no answer, and does not tell pages why: the address is wrong, CORS blocked it, or an extension did.',
    ({ url }) => `The network tab of the browser says which. The URL for pages is ${url}/api/frontend.`,
  ),
  problem(
    'sdk-url-missing',
    'The SDK was given no URL.',
    ({ url }) => `Set it to ${url}/api; an empty environment variable is the usual reason.`,
  ),
  problem(
    'sdk-token-missing',
    'The SDK was given no token.',
    'Set it; an empty environment variable is the usual reason.',
  ),
  problem(
    'sdk-app-name-missing',
    'The SDK was given no name of the application.',
    'Set the name that Applications should list, such as "my-app".',
  ),
  problem(
    'sdk-instance-id-missing',
    'The SDK was given no instance id.',
    'Set any text that tells this process from others, such as the host name.',
  ),
  {
    id: 'sdk-many-instances',
    severity: 'warning',
    message: 'The SDK is created several times in one process. Each one polls and sends metrics by itself.',
    advice: 'Create it once when the process starts, and share it.',
  },
  {
    id: 'url-with-features',
    severity: 'warning',
    message: 'The URL ends in /features, which SDKs add themselves.',
    advice: ({ url }) => `Use ${url}/api.`,
  },
  problem(
    'answer-not-flags',
    'The answer is not what the client API sends.',
    ({ url }) => `The URL leads to something else, or a proxy changed the answer. Use ${url}/api.`,
  ),
  {
    id: 'see-status',
    severity: 'info',
    message: 'The SDK could not fetch flags. This line does not say why.',
    advice: 'Paste the lines around it as well: one of them has the status or the reason.',
  },
  {
    id: 'see-cause',
    severity: 'info',
    message: 'The SDK got no answer. This line does not say why.',
    advice: 'Paste the lines below it as well: "Caused by" has the reason.',
  },
]

/** Finds a meaning. Throws if a table names one that is not there. */
export function causeOf(id: string): FindingRule {
  const found = CAUSES.find((one) => one.id === id)
  if (!found) throw new Error(`No cause has the id ${id}`)
  return found
}
