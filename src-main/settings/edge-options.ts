import type { SettingName } from './settings.ts'

/** Modes of Unleash Edge, which are commands of `halyard`, too. */
export const EDGE_MODES = ['edge', 'offline'] as const
export type EdgeMode = (typeof EDGE_MODES)[number]

/** Options of Unleash Edge that mean or want the same. Each is a variable, and an option of the command line. */
export interface EdgeOption {
  names: readonly string[]
  /** Letters of the command line, by name. */
  letters?: Readonly<Record<string, string>>
  /** Mode that has it; absent: both. */
  mode?: EdgeMode
  /** True if it has no value on the command line. */
  isSwitch?: true
  /** Setting that it sets. */
  setting?: SettingName
  /** True if only `halyard edge` and `halyard offline` read it: with `serve`, its name may be meant for another program. */
  isOfServer?: true
  /** Difference from Edge, or the reason why it is not needed. */
  note?: string
  /** Advice in place of what is not supported. */
  instead?: string
}

const IN_WINDOW = 'The window shows the same, after a sign-in.'
const NO_REDIS =
  'State is kept in the data folder. For several Halyards with one state, set HALYARD_DATABASE_URL (PostgreSQL).'
const NO_TLS = 'Put a proxy with TLS in front: docs/configuration.md, "Behind a proxy".'
const NO_PUSH = 'Let Prometheus scrape /internal-backstage/metrics, or set OTEL_EXPORTER_OTLP_ENDPOINT.'

/**
 * Every option in the documentation of Unleash Edge (its help of the command line, MIT licence), and what Halyard makes of it. What has neither a
 * setting nor `instead` is not needed.
 */
export const EDGE_OPTIONS: readonly EdgeOption[] = [
  { names: ['UPSTREAM_URL'], letters: { UPSTREAM_URL: 'u' }, mode: 'edge', setting: 'upstreamUrl' },
  {
    names: ['TOKENS'],
    letters: { TOKENS: 't' },
    setting: 'upstreamTokens',
    note: 'Offline: the tokens of SDKs, with those of CLIENT_TOKENS.',
  },
  { names: ['PORT'], letters: { PORT: 'p' }, setting: 'port', isOfServer: true, note: 'Default 3063.' },
  {
    names: ['INTERFACE'],
    letters: { INTERFACE: 'i' },
    setting: 'host',
    isOfServer: true,
    note: 'Default 0.0.0.0. All host names are answered for (HALYARD_ALLOWED_HOSTS).',
  },
  {
    names: ['BASE_PATH'],
    letters: { BASE_PATH: 'b' },
    setting: 'baseUriPath',
    isOfServer: true,
    note: 'All paths are below it, /health and /internal-backstage too.',
  },
  {
    names: ['BACKUP_FOLDER'],
    letters: { BACKUP_FOLDER: 'b' },
    mode: 'edge',
    setting: 'dataDir',
    isOfServer: true,
    note: 'The data folder of one Halyard, which needs to write there. It leaves files of Edge alone.',
  },
  {
    names: ['FEATURES_REFRESH_INTERVAL_SECONDS'],
    letters: { FEATURES_REFRESH_INTERVAL_SECONDS: 'f' },
    mode: 'edge',
    setting: 'upstreamRefreshSeconds',
  },
  {
    names: ['CUSTOM_CLIENT_HEADERS'],
    letters: { CUSTOM_CLIENT_HEADERS: 'H' },
    mode: 'edge',
    setting: 'upstreamHeaders',
  },
  { names: ['UPSTREAM_AUTH_HEADER'], setting: 'upstreamAuthHeader' },
  { names: ['UPSTREAM_CERTIFICATE_FILE'], mode: 'edge', setting: 'upstreamCaFile' },
  {
    names: ['PKCS8_CLIENT_CERTIFICATE_FILE', 'PKCS12_IDENTITY_FILE'],
    mode: 'edge',
    setting: 'upstreamCertificate',
  },
  { names: ['PKCS8_CLIENT_KEY_FILE'], mode: 'edge', setting: 'upstreamKeyFile' },
  { names: ['PKCS12_PASSPHRASE'], mode: 'edge', setting: 'upstreamCertificatePassphrase' },
  {
    names: ['UPSTREAM_REQUEST_TIMEOUT'],
    mode: 'edge',
    setting: 'upstreamTimeoutSeconds',
    note: 'Default 60 in place of 5: large answers over slow lines.',
  },
  {
    names: ['UPSTREAM_SOCKET_TIMEOUT'],
    mode: 'edge',
    note: 'UPSTREAM_REQUEST_TIMEOUT bounds the whole exchange.',
  },
  {
    names: ['SKIP_SSL_VERIFICATION'],
    letters: { SKIP_SSL_VERIFICATION: 's' },
    mode: 'edge',
    isSwitch: true,
    instead: 'Certificates are always verified. Name the authority in UPSTREAM_CERTIFICATE_FILE.',
  },
  {
    names: ['METRICS_INTERVAL_SECONDS'],
    letters: { METRICS_INTERVAL_SECONDS: 'm' },
    mode: 'edge',
    setting: 'upstreamMetricsSeconds',
  },
  {
    names: ['TOKEN_REVALIDATION_INTERVAL_SECONDS'],
    mode: 'edge',
    setting: 'upstreamRevalidationSeconds',
  },
  {
    names: ['PRETRUSTED_TOKENS'],
    letters: { PRETRUSTED_TOKENS: 'p' },
    mode: 'edge',
    setting: 'upstreamTrustedTokens',
    note: 'Frontend tokens.',
  },
  {
    names: ['BOOTSTRAP_FILE'],
    letters: { BOOTSTRAP_FILE: 'b' },
    mode: 'offline',
    setting: 'offlineFile',
  },
  {
    names: ['CLIENT_TOKENS'],
    letters: { CLIENT_TOKENS: 'c' },
    mode: 'offline',
    setting: 'upstreamTokens',
  },
  {
    names: ['FRONTEND_TOKENS'],
    letters: { FRONTEND_TOKENS: 'f' },
    mode: 'offline',
    setting: 'offlineFrontendTokens',
  },
  {
    names: ['RELOAD_INTERVAL'],
    letters: { RELOAD_INTERVAL: 'r' },
    mode: 'offline',
    setting: 'offlineReloadSeconds',
    note: 'Default 1 in place of never.',
  },
  {
    names: ['TRUST_PROXY'],
    isSwitch: true,
    setting: 'trustedProxies',
    isOfServer: true,
    note: 'Without PROXY_TRUSTED_SERVERS, all addresses are trusted.',
  },
  {
    names: ['PROXY_TRUSTED_SERVERS'],
    setting: 'trustedProxies',
    isOfServer: true,
    note: 'Counts with TRUST_PROXY only.',
  },
  { names: ['ALLOW_LIST'], setting: 'allowedClients', isOfServer: true },
  { names: ['DENY_LIST'], setting: 'deniedClients', isOfServer: true },
  {
    names: ['TOKEN_HEADER', 'EDGE_AUTH_HEADER'],
    setting: 'authHeader',
    isOfServer: true,
    note: 'Authorization counts, too.',
  },
  { names: ['CORS_ORIGIN'], setting: 'frontendApiOrigins', isOfServer: true },
  {
    names: ['CORS_ALLOWED_HEADERS', 'CORS_METHODS', 'CORS_EXPOSED_HEADERS', 'CORS_MAX_AGE'],
    note: 'Pages of the origins may send any header and method of the frontend API, and read ETag; browsers keep that for a day.',
  },
  { names: ['LOG_LEVEL'], setting: 'logLevel' },
  {
    names: ['RUST_LOG'],
    setting: 'logLevel',
    isOfServer: true,
    note: 'The most detailed level that it names.',
  },
  {
    names: ['LOG_FORMAT'],
    letters: { LOG_FORMAT: 'l' },
    note: 'The log is lines of JSON (docs/observability.md).',
  },
  {
    names: ['WORKERS'],
    letters: { WORKERS: 'w' },
    note: 'One process serves all (docs/benchmarks.md); `--workers` adds some (docs/scale.md).',
  },
  {
    names: ['APP_NAME'],
    letters: { APP_NAME: 'a' },
    mode: 'edge',
    setting: 'upstreamAppName',
    isOfServer: true,
    note: 'Default halyard-mirror.',
  },
  {
    names: ['INSTANCE_ID'],
    mode: 'edge',
    setting: 'upstreamInstanceId',
    isOfServer: true,
    note: 'A new one with each start, else.',
  },
  {
    names: ['AWS_REGION'],
    mode: 'edge',
    setting: 'upstreamRegion',
  },
  {
    names: ['EDGE_REQUEST_TIMEOUT', 'EDGE_KEEPALIVE_TIMEOUT'],
    note: 'Requests and connections have bounds of their own.',
  },
  {
    names: ['DISABLE_METRICS_ENDPOINT'],
    isSwitch: true,
    setting: 'serverMetrics',
    isOfServer: true,
    note: 'Without it, /internal-backstage/metrics is open to all. HALYARD_SERVER_METRICS limits it.',
  },
  {
    names: [
      'DISABLE_METRICS_BATCH_ENDPOINT',
      'DISABLE_FEATURES_ENDPOINT',
      'DISABLE_TOKENS_ENDPOINT',
      'DISABLE_INSTANCE_DATA_ENDPOINT',
    ],
    isSwitch: true,
    note: `These paths are not served. ${IN_WINDOW}`,
  },
  {
    names: ['DISABLE_ALL_ENDPOINT'],
    isSwitch: true,
    note: '/api/frontend/all and /api/proxy/all are not served.',
  },
  {
    names: ['ENABLE_POST_FEATURES'],
    isSwitch: true,
    instead: 'Ask GET /api/client/features.',
  },
  { names: ['TLS_ENABLE'], isSwitch: true, instead: NO_TLS },
  { names: ['TLS_SERVER_KEY', 'TLS_SERVER_CERT', 'TLS_SERVER_PORT'], instead: NO_TLS },
  {
    names: [
      'REDIS_URL',
      'REDIS_HOST',
      'REDIS_PORT',
      'REDIS_MODE',
      'REDIS_SCHEME',
      'REDIS_USERNAME',
      'REDIS_PASSWORD',
      'REDIS_READ_CONNECTION_TIMEOUT_MILLISECONDS',
      'REDIS_WRITE_CONNECTION_TIMEOUT_MILLISECONDS',
    ],
    mode: 'edge',
    instead: NO_REDIS,
  },
  { names: ['REDIS_SECURE'], mode: 'edge', isSwitch: true, instead: NO_REDIS },
  { names: ['S3_BUCKET_NAME'], mode: 'edge', instead: NO_REDIS },
  {
    names: [
      'PROMETHEUS_REMOTE_WRITE_URL',
      'PROMETHEUS_PUSH_INTERVAL',
      'PROMETHEUS_USERNAME',
      'PROMETHEUS_PASSWORD',
      'PROMETHEUS_USER_ID',
    ],
    mode: 'edge',
    instead: NO_PUSH,
  },
]

const BEGINNING = '<!-- edge options -->\n'
const END = '<!-- end -->\n'

/** Fills the table of docs/from-edge.md with the options. Throws where it has no place. */
export function fillEdgeDoc(text: string): string {
  const from = text.indexOf(BEGINNING)
  const to = text.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error('docs/from-edge.md has no place for the options')
  const rows = EDGE_OPTIONS.map(
    (option) => `| ${option.names.map((name) => `\`${name}\``).join(', ')} | ${cellOf(option)} |\n`,
  )
  return `${text.slice(0, from)}${BEGINNING}\n| Option | In Halyard |\n| --- | --- |\n${rows.join('')}\n${text.slice(to)}`
}

function cellOf({ setting, mode, note, instead }: EdgeOption): string {
  const kind =
    setting === undefined ? (instead === undefined ? 'not needed.' : 'not supported.') : `\`${setting}\`.`
  return [mode === undefined ? '' : `${mode}:`, kind, note, instead]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}
