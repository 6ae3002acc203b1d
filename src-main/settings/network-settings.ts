import { z } from 'zod'

import { setting } from './setting-node.ts'
import { BasePath, HeaderName, List, Port, Ranges, ServerMetrics } from './setting-schemas.ts'

/** Settings of the addresses that are listened on, and of callers. */
export const NETWORK_SETTINGS = {
  port: setting({
    section: 'network',
    title: 'Port',
    default: '4242',
    help: '`auto`: the first free port from 4242; 0: any free port.',
    schema: Port.default(4242),
    variables: ['HALYARD_PORT'],
    flag: {
      name: 'port',
      value: 'N|auto',
      help: 'the port to listen on (4242); auto takes the first free one from there',
    },
    input: { kind: 'text' },
  }),
  host: setting({
    section: 'network',
    title: 'Address',
    default: '127.0.0.1, and ::1 with it',
    help: 'Address to listen on. Any other address opens the service to the network.',
    schema: z.string().min(1).default('127.0.0.1'),
    variables: ['HALYARD_HOST'],
    flag: {
      name: 'host',
      value: 'ADDRESS',
      help: 'the address to listen on (127.0.0.1)',
      headlessOnly: true,
    },
  }),
  allowedHosts: setting({
    section: 'network',
    title: 'Allowed host names',
    default: 'none',
    help: "Host names to answer for, beside this machine's own; `*` for any.",
    schema: List.default([]),
    variables: ['HALYARD_ALLOWED_HOSTS'],
  }),
  baseUrl: setting({
    section: 'network',
    title: 'Public address',
    default: 'none',
    help: 'The URL that people use where a proxy stands in front, for links in texts. With `https://`, the session cookie is sent over https only.',
    schema: z.url().optional(),
    variables: ['HALYARD_BASE_URL'],
  }),
  baseUriPath: setting({
    section: 'network',
    title: 'Path before all others',
    default: 'none',
    help: 'A path such as `/flags` before all others: API, pages, cookies. Everything outside it is 404.',
    schema: BasePath.default(''),
    variables: ['BASE_URI_PATH'],
  }),
  frontendApiOrigins: setting({
    section: 'network',
    title: 'Origins of the frontend API',
    default: 'all',
    help: "Origins whose pages may use the frontend API. The window's setting (*Settings → CORS*) replaces it.",
    schema: List.default([]),
    variables: ['UNLEASH_FRONTEND_API_ORIGINS'],
    page: '/admin/instance/cors',
  }),
  trustedProxies: setting({
    section: 'network',
    title: 'Trusted proxies',
    default: 'none',
    help: 'Addresses and ranges of proxies in front, such as `127.0.0.1,::1`. Their `X-Forwarded-For`, or `Forwarded`, tells who the client is, and their `X-Forwarded-Proto` whether it uses https. See [behind a proxy](#behind-a-proxy).',
    schema: Ranges.default([]),
    variables: ['HALYARD_TRUSTED_PROXIES'],
  }),
  allowedClients: setting({
    section: 'network',
    title: 'Allowed clients',
    default: 'all',
    help: 'Addresses and ranges that are answered, such as `10.0.0.0/8`; all others get 403.',
    schema: Ranges.default([]),
    variables: ['HALYARD_ALLOWED_CLIENTS'],
  }),
  deniedClients: setting({
    section: 'network',
    title: 'Denied clients',
    default: 'none',
    help: 'Addresses and ranges that get 403.',
    schema: Ranges.default([]),
    variables: ['HALYARD_DENIED_CLIENTS'],
  }),
  authHeader: setting({
    section: 'network',
    title: 'Header of tokens',
    default: '`authorization`',
    help: 'Header in which SDKs send their token, if a gateway needs `Authorization` for itself. `Authorization` counts too, after it.',
    schema: HeaderName.optional(),
    variables: ['HALYARD_AUTH_HEADER'],
  }),
  serverMetrics: setting({
    section: 'network',
    title: 'Figures for Prometheus',
    default: '`off`',
    help: 'Callers of `/internal-backstage/prometheus` and `/internal-backstage/impact/metrics`, which need no token: `loopback` for this machine, addresses and ranges such as `10.1.0.0/16`, or `all`.',
    schema: ServerMetrics.default('off'),
    variables: ['HALYARD_SERVER_METRICS'],
  }),
  maxParallelSessions: setting({
    section: 'network',
    title: 'Sessions of a user',
    default: '100',
    help: 'Sessions of a user at a time; a further sign-in ends the oldest.',
    schema: z.coerce.number('must be a number').int().min(1).max(10_000).default(100),
    variables: ['MAX_PARALLEL_SESSIONS'],
    input: { kind: 'number', min: 1, max: 10_000 },
  }),
  edgeSecret: setting({
    section: 'network',
    title: 'Secret of Edge',
    default: 'none: Edge gets no tokens',
    help: 'Secret with which a proxy signs its requests for tokens. Base64url, 16 characters or more.',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,}={0,2}$/, 'must be base64url, of 16 characters or more')
      .optional(),
    variables: ['HALYARD_EDGE_SECRET'],
    secret: true,
  }),
}
