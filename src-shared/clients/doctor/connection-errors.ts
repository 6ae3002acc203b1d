/** Text of an error that is not an SDK's own: of its platform, a browser, or the instance. */
export interface KnownText {
  cause: string
  pattern: RegExp
}

/** Texts of platforms, browsers and of the instance itself, the most telling first. */
export const KNOWN_TEXTS: readonly KnownText[] = [
  {
    cause: 'tls-to-http',
    pattern:
      /wrong version number|ERR_SSL_WRONG_VERSION_NUMBER|server gave HTTP response to HTTPS client|SSL_ERROR_RX_RECORD_TOO_LONG|ERR_SSL_PROTOCOL_ERROR|Unsupported or unrecognized SSL message|packet length too long|record layer failure|\bEPROTO\b/i,
  },
  {
    cause: 'http-to-tls',
    pattern: /Client sent an HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port/i,
  },
  {
    cause: 'certificate-expired',
    pattern: /CERT_HAS_EXPIRED|certificate has expired|certificate expired|NotAfter|ERR_CERT_DATE_INVALID/i,
  },
  {
    cause: 'certificate-name',
    pattern:
      /ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID|certificate is (?:not )?valid for|No subject alternative (?:DNS )?names?|hostname mismatch|Hostname\/IP does not match|doesn't match (?:either of )?'|RemoteCertificateNameMismatch/i,
  },
  {
    cause: 'certificate-unknown',
    pattern:
      /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|unable to verify the first certificate|self[- ]signed certificate|signed by unknown authority|PKIX path building failed|CERTIFICATE_VERIFY_FAILED|certificate verify failed|remote certificate is invalid|RemoteCertificateChainErrors|ERR_CERT_AUTHORITY_INVALID|cURL error 60|unable to get local issuer certificate/i,
  },
  {
    cause: 'cors',
    pattern:
      /blocked by CORS policy|No 'Access-Control-Allow-Origin' header|Cross-Origin Request Blocked|is not allowed by Access-Control-Allow-Origin|CORS header .Access-Control-Allow-Origin. missing|CORS (?:request did not succeed|error|preflight)/i,
  },
  { cause: 'mixed-content', pattern: /Mixed Content: |blocked loading mixed active content/i },
  {
    cause: 'content-policy',
    pattern: /Content Security Policy/i,
  },
  {
    cause: 'wrong-kind',
    pattern: /invalid token: expected a different token type for this endpoint/i,
  },
  {
    cause: 'no-token',
    pattern: /This endpoint requires an API token|Your request had no authorization header/i,
  },
  { cause: 'token-not-valid', pattern: /Token was not valid|You must log in to use Unleash/i },
  { cause: 'host-not-allowed', pattern: /This service does not answer for the host/i },
  { cause: 'origin-not-allowed', pattern: /may not use this service/i },
  { cause: 'maintenance', pattern: /currently in maintenance mode|MaintenanceError/i },
  { cause: 'disk-full', pattern: /StoreFullError|\bENOSPC\b/i },
  {
    cause: 'no-permission',
    pattern: /PermissionError|NoAccessError|You don't have the required permissions/i,
  },
  {
    cause: 'refused',
    pattern:
      /ECONNREFUSED|connection refused|actively refused|ERR_CONNECTION_REFUSED|Failed to establish a new connection|cURL error 7\b|Failed to connect to|Failed to open TCP connection|java\.net\.ConnectException/i,
  },
  {
    cause: 'host-unknown',
    pattern:
      /ENOTFOUND|EAI_AGAIN|UnknownHostException|no such host|Name or service not known|nodename nor servname|Temporary failure in name resolution|Failed to resolve|Could not resolve host|No such host is known|ERR_NAME_NOT_RESOLVED|getaddrinfo|cURL error 6\b/i,
  },
  {
    cause: 'timeout',
    pattern:
      /ETIMEDOUT|ESOCKETTIMEDOUT|ERR_CONNECTION_TIMED_OUT|UND_ERR_CONNECT_TIMEOUT|i\/o timeout|context deadline exceeded|SocketTimeoutException|Read timed out|connect timed out|ConnectTimeout|ReadTimeout|cURL error 28\b|HttpClient\.Timeout|Net::(?:Open|Read)Timeout|timeout awaiting/i,
  },
  {
    cause: 'unreachable',
    pattern:
      /EHOSTUNREACH|ENETUNREACH|No route to host|network is unreachable|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE/i,
  },
  {
    cause: 'reset',
    pattern:
      /ECONNRESET|socket hang up|connection reset by peer|Unexpected end of file from server|RemoteDisconnected|\bEPIPE\b|ERR_EMPTY_RESPONSE|cURL error 52\b/i,
  },
  {
    cause: 'html-answer',
    pattern:
      /Unexpected token '?<|<!doctype html|invalid character '<' looking for beginning of value|'<' is an invalid start of a value|Expecting value: line 1 column 1|unexpected character '<'|JSON Parse error: Unrecognized token '<'|text\/html/i,
  },
  { cause: 'port-in-use', pattern: /EADDRINUSE|address already in use/i },
  {
    cause: 'header-invalid',
    pattern:
      /ERR_INVALID_CHAR|Invalid character in header content|invalid header field value|Illegal character\(s\) in message header|Invalid header value|InvalidHeader|Header value must not contain/i,
  },
  {
    cause: 'proxy',
    pattern:
      /ERR_TUNNEL_CONNECTION_FAILED|Proxy Authentication Required|ProxyError|tunneling socket could not be established|Unable to tunnel through proxy/i,
  },
  {
    cause: 'url-invalid-in-sdk',
    pattern:
      /ERR_INVALID_URL|Invalid URL|MalformedURLException|unsupported protocol scheme|MissingSchema|No scheme supplied|invalid request URI|Only absolute URLs are supported|Failed to parse URL|URI::InvalidURIError|bad URI/i,
  },
  {
    cause: 'browser-no-answer',
    pattern:
      /TypeError: (?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource|fetch failed)|ERR_FAILED|ERR_BLOCKED_BY_CLIENT/i,
  },
]

/** HTTP statuses in lines of logs; the first group is the status. */
export const STATUS_TEXTS: readonly RegExp[] = [
  /"\s{0,3}(?:GET|POST|PUT|HEAD|OPTIONS) [^"\n]{1,500} HTTP\/[\d.]{1,3}" (\d{3})\b/,
  /\bHTTP\/[\d.]{1,3} (\d{3})\b/,
  /\bstatus(?:[ _-]?code)?["']?\s{0,3}[:=]?\s{0,3}["']?(\d{3})\b/i,
  /\b(?:response code|responded|returned|returning|answers?|answered|got|error|HTTP)(?: with)?(?: an?)?(?: status)?(?: code)?:?\s{1,3}(\d{3})\b/i,
  /\bthe server responded with a status of (\d{3})\b/i,
  /\(HTTP status (\d{3})\)/i,
  /^\s{0,5}(401|403|404|429|500|502|503|504)\b/,
  /\b(401|403|404|429|503) (?:\()?(?:Unauthorized|Forbidden|Not Found|Too Many Requests|Service Unavailable)\b/i,
  /\b(?:GET|POST|HEAD|OPTIONS) \S{1,500} (401|403|404|429|500|502|503|504)\b/,
]

/** Status names that appear without their number. */
export const STATUS_NAMES: readonly { pattern: RegExp; status: number }[] = [
  { pattern: /\bUnauthorized\b|UnauthorizedError/, status: 401 },
  { pattern: /\bForbidden\b|ForbiddenError/, status: 403 },
  { pattern: /\bToo ?Many ?Requests\b/i, status: 429 },
  { pattern: /\bService ?Unavailable\b/i, status: 503 },
  { pattern: /\bBad ?Gateway\b/i, status: 502 },
]
