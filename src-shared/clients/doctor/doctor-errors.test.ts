import { describe, expect, it } from 'vitest'

import { ask, idsOf, TOKEN } from '#support/service/ask-doctor.ts'
import { CAUSES, causeOf } from './causes.ts'
import { KNOWN_TEXTS } from './connection-errors.ts'
import { examine } from './diagnose.ts'
import { SDK_ERRORS } from './sdk-errors.ts'

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
