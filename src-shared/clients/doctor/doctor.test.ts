import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { MOST_DOCTOR_TEXT } from '../schemas/diagnosis.ts'
import { CAUSES, causeOf } from './causes.ts'
import { KNOWN_TEXTS } from './connection-errors.ts'
import { diagnose, examine, type Knowledge } from './diagnose.ts'
import type { KnownToken } from './judge-token.ts'
import { SDK_ERRORS } from './sdk-errors.ts'
import type { Instance } from './terms.ts'

const HEX = '0123456789abcdef'.repeat(4).slice(0, 56)
const TOKEN = `default:development.${HEX}`
const HERE: Instance = {
  url: 'http://localhost:4242',
  basePath: '',
  contract: '7.6.5',
  ports: [
    { port: 4242, contract: '7.6.5' },
    { port: 4243, contract: '8.0.0' },
  ],
}
const HTTPS: Instance = { ...HERE, url: 'https://flags.example.com/unleash', basePath: '/unleash' }

function ask(text: string, instance: Instance | undefined = HERE, known?: KnownToken) {
  const found = examine(text)
  const knowledge: Knowledge | undefined = instance && {
    instance,
    tokens: new Map(found.tokens.map((token) => [token, known ?? { facts: { state: 'unknown' } }])),
    links: new Map(),
  }
  return diagnose(found, knowledge)
}
const idsOf = (...asked: Parameters<typeof ask>) =>
  ask(...asked).subjects.flatMap(({ findings }) => findings.map(({ id }) => id))
const known = (type: string): KnownToken => ({
  facts: { state: 'valid', type, projects: ['*'], environment: 'development' },
})

describe('doctor: tokens', () => {
  it.each([
    [
      TOKEN,
      'API token (backend or frontend: its format does not say)',
      'default:development.…',
      'token-unknown',
    ],
    [`*:development.${HEX}`, undefined, '*:development.…', 'token-unknown'],
    [`[]:production.${HEX}`, undefined, '[]:production.…', 'token-unknown'],
    [`  "${TOKEN}"  `, undefined, 'default:development.…', 'token-unknown'],
    [`Bearer ${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`Authorization: Bearer ${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`authorization: ${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`UNLEASH_API_TOKEN=${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`{"Authorization":"${TOKEN}"}`, undefined, 'default:development.…', 'token-unknown'],
    [`Authorization: Token ${TOKEN}`, undefined, 'default:development.…', 'token-scheme'],
    [TOKEN.replace(':', '%3A'), undefined, 'default:development.…', 'token-encoded'],
    [`${TOKEN}\\n`, undefined, 'default:development.…', 'token-newline'],
    [`\u201c${TOKEN}\u201d`, undefined, 'default:development.…', 'token-invisible'],
    [TOKEN.slice(0, -6), undefined, 'default:development.…', 'token-cut-short'],
    [
      `default:development.v2_${'a'.repeat(22)}_${'B'.repeat(43)}`,
      undefined,
      'default:development.…',
      'token-unknown',
    ],
    [
      'default:development.unleash-insecure-api-token',
      undefined,
      'default:development.…',
      'token-well-known',
    ],
    ['default:development.hunter2', undefined, '…:….…', 'token-unknown'],
    ['*:*.unleash-insecure-admin-api-token', 'Admin token', '*:*.…', 'token-well-known'],
    ['*:*.hidden-0123456789abcdef', 'Name of an admin token', '*:*.…', 'token-name-of-admin-token'],
    [`user:${HEX}`, 'Personal access token, or a token of a service account', 'user:…', 'token-unknown'],
    [`user:v2_${'a'.repeat(22)}_${'B'.repeat(43)}`, undefined, 'user:…', 'token-unknown'],
    [`user:${HEX.slice(9)}`, undefined, 'user:…', 'token-cut-short'],
    [`signal:${HEX}`, 'Token of a signal endpoint', 'signal:…', 'token-unknown'],
    [`scim:${HEX}01234567`, 'SCIM token of an identity provider', 'scim:…', 'token-unknown'],
    [HEX, 'Secret without its beginning', '… (56 characters)', 'token-without-start'],
    ['<BACKEND TOKEN>', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['${UNLEASH_API_TOKEN}', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['process.env.UNLEASH_TOKEN', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['YOUR_API_TOKEN', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['undefined', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['default:development.*****', 'Token that was masked', undefined, 'token-masked'],
    ['default:development.…', 'Token that was masked', undefined, 'token-masked'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'JSON Web Token', undefined, 'token-jwt'],
    ['6f1c2f0a-3a55-4f0e-9d3a-1c2b3a4d5e6f', 'UUID', undefined, 'token-uuid'],
  ])('reads %j', (text, what, shown, finding) => {
    const { subjects } = ask(text)
    expect(subjects).toHaveLength(1)
    if (what !== undefined) expect(subjects[0]?.what).toBe(what)
    if (shown !== undefined) expect(subjects[0]?.shown).toBe(shown)
    expect(subjects[0]?.findings.map(({ id }) => id)).toContain(finding)
  })

  it.each([
    ['client', '7.6.5', ['client']],
    ['frontend', '7.6.5', ['frontend']],
    ['admin', '7.6.5', ['client', 'frontend', 'admin']],
    ['personal', '7.6.5', ['client', 'admin']],
    ['admin', '8.0.0', ['admin']],
    ['personal', '8.0.0', ['admin']],
    ['signal', '7.6.5', ['signal']],
    ['scim', '7.6.5', ['scim']],
  ])('lists the APIs that accept a %s token in %s', (type, contract, apis) => {
    const [subject] = ask(TOKEN, { ...HERE, contract, ports: [] }, known(type)).subjects
    expect(subject?.endpoints?.filter(({ accepted }) => accepted).map(({ api }) => api)).toEqual(apis)
  })

  it.each([
    ['frontend', 'http://localhost:4242/api/client/features', 'token-wrong-kind'],
    ['client', 'http://localhost:4242/api/frontend', 'token-wrong-kind'],
    ['client', 'http://localhost:4242/api/admin/projects', 'token-wrong-kind'],
    ['frontend', 'http://localhost:4242/api', 'token-wrong-kind'],
    ['admin', 'http://localhost:4242/api', 'token-too-powerful'],
    ['admin', 'http://localhost:4243/api', 'token-wrong-kind'],
  ])('judges a %s token together with %s', (type, url, finding) => {
    expect(idsOf(`curl -H 'Authorization: ${TOKEN}' ${url}`, HERE, known(type))).toContain(finding)
  })

  it('tells that a token is of another instance', () => {
    const stranger: KnownToken = { facts: { state: 'unknown' }, hasEnvironment: false }
    expect(idsOf(TOKEN, HERE, stranger)).toEqual(['token-of-unknown-environment', 'token-unknown'])
  })
})

describe('doctor: URLs', () => {
  it.each([
    ['http://localhost:4242', HERE, 'url-without-path'],
    ['http://localhost:4242/', HERE, 'url-without-path'],
    ['http://localhost:4242/api', HERE, 'url-for-server-sdks'],
    ['http://127.0.0.1:4242/api/', HERE, 'url-for-server-sdks'],
    ['http://localhost:4242/api/client', HERE, 'url-ends-in-client-path'],
    ['http://localhost:4242/api/client/features', HERE, 'url-ends-in-client-path'],
    ['http://localhost:4242/api/client/features/', HERE, 'url-ends-in-client-path'],
    ['http://localhost:4242/client/features', HERE, 'url-missing-api'],
    ['http://localhost:4242/frontend', HERE, 'url-missing-api'],
    ['http://localhost:4242/api/frontend', HERE, 'url-for-browser-sdks'],
    ['http://localhost:4242/api/frontend/client/features', HERE, 'url-frontend-given-to-server-sdk'],
    ['http://localhost:4242/api/client/features/client/features', HERE, 'url-doubled-path'],
    ['http://localhost:4242/api/api/client/features', HERE, 'url-doubled-path'],
    ['http://localhost:4242/api/features', HERE, 'url-of-former-features'],
    ['http://localhost:4242/proxy', HERE, 'url-of-proxy'],
    ['http://localhost:4242/api/admin', HERE, 'url-of-admin-api'],
    ['http://localhost:4242/api/signal-endpoint/alerts', HERE, 'url-of-signal-endpoint'],
    ['http://localhost:4242/health', HERE, 'url-of-service-endpoint'],
    ['http://localhost:4242/projects/default', HERE, 'url-of-page'],
    ['http://localhost:4242/#/projects/default', HERE, 'url-with-fragment'],
    ['http://localhost:4242/apis', HERE, 'url-unknown-path'],
    ['http://localhost:4242//api', HERE, 'url-double-slash'],
    ['http://localhost:3000/api', HERE, 'url-wrong-port'],
    ['http://localhost:4243/api', HERE, 'url-for-server-sdks'],
    ['https://localhost:4242/api', HERE, 'url-https-to-http'],
    ['http://0.0.0.0:4242/api', HERE, 'url-any-address'],
    ['https://flags.other.com/api', HERE, 'url-other-host'],
    ['localhost:4242/api', HERE, 'url-without-scheme'],
    ['flags.other.com/api', HERE, 'url-without-scheme'],
    ['htp://localhost:4242/api', HERE, 'url-without-scheme'],
    ['http://', HERE, 'url-invalid'],
    ['http://localhost:99999/api', HERE, 'url-invalid'],
    ['http://me:pw@localhost:4242/api', HERE, 'url-with-credentials'],
    [`http://localhost:4242/api/frontend?token=${TOKEN}`, HERE, 'url-with-token'],
    ['https://flags.example.com/api', HTTPS, 'url-without-base-path'],
    ['https://flags.example.com/unleash/api', HTTPS, 'url-for-server-sdks'],
    ['http://flags.example.com/unleash/api', HTTPS, 'url-http-to-https'],
  ])('judges %s', (text, instance, finding) => {
    expect(idsOf(text, instance)).toContain(finding)
  })

  it.each([
    ['http://localhost:4242/new-user?invite=0123456789abcdef0123456789abcdef', 'Invite link'],
    ['http://localhost:4242/invite/0123456789abcdef0123456789abcdef/signup', 'Invite link'],
    [`http://localhost:4242/reset-password?token=${HEX}`, 'Link to set a password'],
    [`http://localhost:4242/new-user?token=${HEX}`, 'Link to set a password'],
    [`http://localhost:4242/#/reset-password?token=${HEX}`, 'Link to set a password'],
    [`http://localhost:4242/sign-in/${HEX}`, 'One-time sign-in link'],
  ])('reads the link %s', (text, what) => {
    const { subjects } = ask(text)
    expect(subjects.map((one) => one.what)).toEqual([what])
    expect(JSON.stringify(subjects)).not.toContain(HEX.slice(0, 16))
  })
})

describe('doctor: errors', () => {
  it.each([
    // as the SDKs write them
    [
      'node',
      'http://localhost:4242/api/client/features responded 401 which means your API key is not allowed to connect. Stopping refresh of toggles',
      'status-401',
    ],
    [
      'node',
      'http://localhost:4242/api/client/features responded TOO_MANY_CONNECTIONS (429). Backing off',
      'status-429',
    ],
    [
      'node',
      'http://localhost:4242/client/features responded FILE_NOT_FOUND (404). Backing off',
      'url-missing-api',
    ],
    ['node', 'http://localhost:4242/api/client/metrics returning 403, stopping metrics', 'status-403'],
    [
      'node',
      'http://localhost:4242/api/client/metrics returning 503. Backing off to 3 times normal interval',
      'status-503',
    ],
    ['node', 'Response was not statusCode 2XX, but was 418', undefined],
    ['node', 'Error: Unleash API "url" is required', 'sdk-url-missing'],
    ['node', 'Error: Unleash client "appName" is required', 'sdk-app-name-missing'],
    ['node', 'Error: The unleash SDK has been initialized more than 10 times', 'sdk-many-instances'],
    ['javascript', 'Unleash: Fetching feature toggles did not have an ok response', 'see-status'],
    ['javascript', '{ type: "HttpError", code: 401 }', 'status-401'],
    ['javascript', "{type: 'HttpError', code: 403}", 'status-403'],
    [
      'javascript',
      'Unleash: unable to fetch feature toggles TypeError: Failed to fetch',
      'browser-no-answer',
    ],
    ['javascript', 'Error: clientKey is required', 'sdk-token-missing'],
    [
      'java',
      'ERROR i.g.util.Throttler - Client was not authorized to talk to the Unleash API at http://localhost:4242/api/client/features. Backing off to 20 times our poll interval (of 15 seconds) to avoid overloading server',
      'status-401',
    ],
    [
      'java',
      'Server said that the endpoint at http://localhost:4242/client/features does not exist. Backing off to 20 times our poll interval',
      'status-404',
    ],
    ['java', 'RATE LIMITED for the 3. time. Further backing off.', 'status-429'],
    [
      'java',
      'io.getunleash.UnleashException: Could not initialize Unleash, got response code 403',
      'status-403',
    ],
    [
      'java',
      'io.getunleash.UnleashException: Could not fetch toggles\nCaused by: java.net.ConnectException: Connection refused',
      'refused',
    ],
    [
      'java',
      'Caused by: javax.net.ssl.SSLHandshakeException: PKIX path building failed\n at io.getunleash.repository',
      'certificate-unknown',
    ],
    ['python', 'Unleash Client feature fetch failed due to unexpected HTTP status code: 401', 'status-401'],
    [
      'python',
      'Unleash Client feature fetch failed due to exception: Unleash Client feature fetch failed!',
      'see-status',
    ],
    [
      'python',
      "Unleash Client feature fetch failed due to exception: HTTPConnectionPool(host='localhost', port=4243): Max retries exceeded with url: /api/client/features (Caused by NewConnectionError('Failed to establish a new connection: [Errno 111] Connection refused'))",
      'refused',
    ],
    [
      'python',
      `You already have 1 instance(s) configured for this config: apiKey:${TOKEN} appName:a instanceId:b, please double check the code where this client is being instantiated.`,
      'sdk-many-instances',
    ],
    [
      'go',
      'GET http://localhost:4242/api/client/features returned status code 403 your SDK is most likely misconfigured, backing off to maximum (10.000000 times our interval)',
      'status-403',
    ],
    [
      'go',
      'GET http://localhost:4242/api/client/features returned status code 502, backing off (1.000000 times our interval)',
      'status-502',
    ],
    [
      'go',
      'Get "https://localhost:4242/api/client/features": http: server gave HTTP response to HTTPS client\nunleash-go-sdk',
      'tls-to-http',
    ],
    [
      'go',
      'Get "http://localhost:4244/api/client/features": dial tcp [::1]:4244: connect: connection refused',
      'refused',
    ],
    ['go', 'x509: certificate signed by unknown authority', 'certificate-unknown'],
    ['go', 'unleash server URL missing', 'sdk-url-missing'],
    [
      'dotnet',
      'UNLEASH: Error when fetching toggles, client/features responded FORBIDDEN (403) which means your API token is not valid.',
      'status-401',
    ],
    [
      'dotnet',
      'UNLEASH: Error when fetching toggles, client/features responded NOT_FOUND (404) which means your API url most likely needs correction.',
      'status-404',
    ],
    ['dotnet', "UNLEASH: Backing off due to TooManyRequests from server in 'FetchToggles'.", 'status-429'],
    [
      'dotnet',
      'System.Net.Http.HttpRequestException: No connection could be made because the target machine actively refused it.',
      'refused',
    ],
    ['ruby', 'Unleash server returned a non 200/304 HTTP result.', 'see-status'],
    [
      'ruby',
      "unable to register client with unleash server due to exception Errno::ECONNREFUSED:'Failed to open TCP connection to localhost:4243'",
      'refused',
    ],
    ['ruby', 'ArgumentError: URL and app_name are required', 'sdk-url-missing'],
    [
      'php',
      'Got invalid response code when getting features and no default bootstrap provided: 404',
      'status-404',
    ],
    ['php', 'cURL error 7: Failed to connect to localhost port 4243', 'refused'],
    ['php', "App url must be set, please use 'withAppUrl()' method", 'sdk-url-missing'],
    // as platforms, browsers, proxies and the instance write them
    [undefined, 'connect ECONNREFUSED 127.0.0.1:4243', 'refused'],
    [undefined, 'Error: getaddrinfo ENOTFOUND flags.internal', 'host-unknown'],
    [undefined, 'connect ETIMEDOUT 10.0.0.3:443', 'timeout'],
    [undefined, 'Error: socket hang up', 'reset'],
    [
      undefined,
      'write EPROTO 140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number',
      'tls-to-http',
    ],
    [
      undefined,
      'Error: self-signed certificate in certificate chain, code: SELF_SIGNED_CERT_IN_CHAIN',
      'certificate-unknown',
    ],
    [undefined, 'certificate has expired CERT_HAS_EXPIRED', 'certificate-expired'],
    [
      undefined,
      "Hostname/IP does not match certificate's altnames: ERR_TLS_CERT_ALTNAME_INVALID",
      'certificate-name',
    ],
    [
      'javascript',
      "Access to fetch at 'http://localhost:4242/api/frontend' from origin 'https://shop.example' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present",
      'cors',
    ],
    [
      undefined,
      'Cross-Origin Request Blocked: The Same Origin Policy disallows reading the remote resource',
      'cors',
    ],
    [
      'javascript',
      "Mixed Content: The page at 'https://shop.example' was loaded over HTTPS",
      'mixed-content',
    ],
    [undefined, 'SyntaxError: Unexpected token < in JSON at position 0', 'html-answer'],
    [undefined, "invalid character '<' looking for beginning of value", 'html-answer'],
    [
      undefined,
      '{"message":"invalid token: expected a different token type for this endpoint"}',
      'wrong-kind',
    ],
    [
      undefined,
      'This endpoint requires an API token. Please add an authorization header to your request with a valid token',
      'no-token',
    ],
    [undefined, 'This service does not answer for the host "flags.internal".', 'host-not-allowed'],
    [undefined, 'Unleash is currently in maintenance mode.', 'maintenance'],
    [undefined, '10.0.0.1 - - "GET /api/client/features HTTP/1.1" 401 113', 'status-401'],
    [undefined, '< HTTP/1.1 429 Too Many Requests', 'status-429'],
    [undefined, 'msg=request status=503 path=/api/client/features', 'status-503'],
    [undefined, 'listen EADDRINUSE: address already in use 127.0.0.1:4242', 'port-in-use'],
    [
      undefined,
      'TypeError [ERR_INVALID_CHAR]: Invalid character in header content ["Authorization"]',
      'header-invalid',
    ],
    [undefined, '401 Unauthorized', 'status-401'],
  ])('knows the error of %s: %s', (sdk, text, finding) => {
    expect(examine(text).errors.sdk).toBe(finding === undefined ? undefined : sdk)
    if (finding !== undefined) expect(idsOf(text)).toContain(finding)
  })

  it('has a meaning for each text of its tables', () => {
    const ids = [...SDK_ERRORS.flatMap(({ cause }) => cause ?? []), ...KNOWN_TEXTS.map(({ cause }) => cause)]
    for (const id of ids) expect(causeOf(id).id).toBe(id)
    expect(CAUSES.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)).toEqual([])
  })

  it('offers the snippet of the SDK that wrote the error, without a token', () => {
    const { snippet } = ask('UNLEASH: Error when fetching toggles, client/features responded NOT_FOUND (404)')
    expect(snippet).toMatchObject({ sdk: 'dotnet', label: '.NET' })
    expect(snippet?.code).toContain('http://localhost:4242/api/')
    expect(snippet?.code).toContain('<BACKEND TOKEN>')
  })

  it.each([
    'hello world',
    'my-flag',
    'the flag is off for user 7',
    '2026-11-22 12:30:45.123 INFO started',
    '42',
  ])('says that it does not know %j', (text) => {
    expect(ask(text)).toMatchObject({ verdict: 'unrecognised', subjects: [] })
  })
})

describe('doctor: whatever is pasted', () => {
  const secret = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{56}$/),
    fc.stringMatching(/^v2_[A-Za-z0-9]{22}_[A-Za-z0-9]{43}$/),
    fc.stringMatching(/^[0-9a-f]{32}$/),
  )
  const frame = fc.constantFrom(
    'default:development.S',
    '*:*.S',
    '[]:a.S',
    'user:S',
    'signal:S',
    'scim:S',
    'S',
    'S:development.abc',
    'a:S.b',
    'Bearer S',
    'http://localhost:4242/api?token=S',
    'http://S@localhost/api',
    'http://a:S@localhost:4242/api',
    'http://localhost:4242/S',
    'http://localhost:4242/api/S/client',
    'http://S.example.com/api',
    'S.example.com/api',
    'http://localhost:4242/new-user?invite=S',
    'http://localhost:4242/invite/S',
    'http://localhost/sign-in/S',
    'http://localhost:4242/#S',
    'http://localhost:4242/#/reset-password?token=S',
    '<S>',
    '${S}',
    'Cookie: unleash-session=S',
    'apiKey:a:b.S appName:c',
    '{"Authorization":"a:b.S"}',
    'Authorization: Basic S',
    'S ECONNREFUSED S',
    'eyJS.S.S',
    'http://localhost:4242/api/admin/api-tokens/default:development.S responded 401',
    'S%3AS.S',
    'htp://S/api',
  )
  const noise = fc.string({ maxLength: 60 })

  it('never throws, and never answers with a secret', () => {
    fc.assert(
      fc.property(frame, secret, noise, noise, fc.boolean(), (form, hidden, before, after, isKnown) => {
        const text = `${before}${form.replaceAll('S', hidden)}${after}`
        for (const one of [text, form.replaceAll('S', hidden)]) {
          const answer = JSON.stringify(ask(one, isKnown ? HERE : undefined)).toLowerCase()
          expect(answer).not.toContain(hidden.toLowerCase())
          expect(answer).not.toContain(hidden.slice(0, 24).toLowerCase())
        }
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    ['a', ''],
    [' ', ''],
    ['http://', ''],
    ['a:', ''],
    ['.', ''],
    ['/', ''],
    ['a.', 'http://'],
    ['user:', ''],
    ['<', ''],
    ['%3A', ''],
    ['returned status code ', ''],
    ['Redirecting from a', ''],
    ['localhost:42', ''],
    ['"GET /', ''],
    ['\\n', 'a:b.'],
    ['::', ''],
    ['[', ''],
    ['- ', ''],
    ['http://a.b/', ''],
  ])('answers within 50 ms for the longest text of %j', (part, before) => {
    const text = (before + part.repeat(MOST_DOCTOR_TEXT)).slice(0, MOST_DOCTOR_TEXT)
    ask(text)
    const start = performance.now()
    ask(text)
    expect(performance.now() - start).toBeLessThan(50)
  })
})
