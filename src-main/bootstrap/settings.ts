import { z } from 'zod'

import { parseSender } from '../../src-shared/instance/rules/email-sender.ts'
import { PLANS } from '../../src-shared/instance/rules/plans.ts'
import { EMAIL_TLS } from '../../src-shared/instance/schemas/email.ts'
import { CONTRACT_VERSION, readContractVersion } from '../../src-shared/versions/rules/contract-version.ts'
import { LOG_LEVELS } from '../kernel/logger.ts'

const Port = z.union([
  z.literal('auto'),
  z.coerce.number('must be a number from 0 to 65535, or "auto"').int().min(0).max(65_535),
])

const List = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
])

const Contract = z.coerce.string().transform((text, context) => {
  const version = readContractVersion(text)
  if (version !== undefined) return version
  context.addIssue({ code: 'custom', message: 'must be a version from 3 to 8, such as 6 or 6.9' })
  return z.NEVER
})

/** `4243=5`: port 4243 answers as version 5. */
function readPortAndVersion(text: string): { port: string; contract: string } {
  const [port = '', contract = ''] = text.split('=')
  return { port: port.trim(), contract: contract.trim() }
}

const FurtherPort = z.preprocess(
  (value) => (typeof value === 'string' ? readPortAndVersion(value) : value),
  z.strictObject({
    port: z.coerce.number('must be a number from 1 to 65535').int().min(1).max(65_535),
    contract: Contract,
    strict: Contract.optional().transform((version) => version ?? null),
  }),
)
const FurtherPorts = List.or(z.array(z.unknown())).pipe(z.array(FurtherPort))

const YesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])], { error: 'must be true or false' })
  .transform((said) => said === true || said === 'true' || said === '1')

/** `/flags`, also written `flags` or `/flags/`; empty: none. */
const BasePath = z
  .string()
  .regex(/^[/\w.~-]*$/, 'must be a path such as /flags, of letters, digits and -._~/')
  .transform((text) => text.split('/').filter((part) => part !== ''))
  .refine((parts) => !parts.includes('.') && !parts.includes('..'), 'must not contain "." or ".." as a part')
  .transform((parts) => parts.map((part) => `/${part}`).join(''))

/** Callers of `/internal-backstage/prometheus`. `true` and `false` are those of the original's option. */
const ServerMetrics = z
  .union([z.boolean(), z.enum(['loopback', 'all', 'off', 'true', 'false'])], {
    error: 'must be loopback, all or off',
  })
  .transform((said) =>
    said === true || said === 'true' ? 'all' : said === false || said === 'false' ? 'off' : said,
  )

const Count = z.coerce.number('must be a number').int().min(0)

/** Every setting, with its default. The names are those of the settings file. */
export const Settings = z.strictObject({
  /** 4242; `auto`: the first free port from there; 0: any free port. */
  port: Port.default(4242),
  /** The address to listen on. Anything but the loopback opens the service to the network. */
  host: z.string().min(1).default('127.0.0.1'),
  /** The version of the contract to answer as: a major version, or more of it. */
  contract: Contract.default(CONTRACT_VERSION),
  /** Strict version to serve already, during the upgrade from `contract` to it. */
  strict: Contract.optional(),
  /** Further ports, each with its own version: objects, or `4243=5` as text. */
  listeners: FurtherPorts.default([]),
  /** Plan to answer as: operations of higher plans are not served over HTTP. */
  plan: z.enum(PLANS, { error: 'must be oss, pro or enterprise' }).default('enterprise'),
  logLevel: z.enum(LOG_LEVELS).default('info'),
  /** Data folder. In a settings file, relative to that file. */
  dataDir: z.string().min(1),
  /** PostgreSQL database to keep the data in, instead of a file. Never logged: it holds a password. */
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\/[^/]*\/[^/?]+/, 'must be postgres://user:password@host:port/database')
    .optional(),
  /** Key that seals stored secrets: 32 bytes in base64, the same for all Halyards of a database. Absent: a file in the data folder. */
  sealingKey: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, such as those of: openssl rand -base64 32')
    .optional(),
  /** Seconds between the order to stop and the end, in which the service answers, but is not ready for more. */
  drainSeconds: z.coerce.number('must be a number').min(0).max(600).default(0),
  /** Host names to answer for, beyond this machine's own. */
  allowedHosts: List.default([]),
  /** Origins whose pages may use the frontend API. Empty: all origins. */
  frontendApiOrigins: List.default([]),
  /** Public URL of the pages, for links in texts. */
  baseUrl: z.url().optional(),
  /** Path before all others, where a proxy passes on a part of its site. */
  baseUriPath: BasePath.default(''),
  /** Callers that get the figures for Prometheus. */
  serverMetrics: ServerMetrics.default('loopback'),
  adminUsername: z.string().min(1).default('admin'),
  adminPassword: z.string().min(1).optional(),
  /** Sessions that a user can have at a time. A further sign-in ends the oldest. */
  maxParallelSessions: z.coerce.number('must be a number').int().min(1).max(10_000).default(100),
  initAdminApiTokens: List.default([]),
  initBackendApiTokens: List.default([]),
  initFrontendApiTokens: List.default([]),
  /** Secret (base64url) with which a proxy signs its requests for tokens. Absent: no proxy gets tokens. */
  edgeSecret: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,}={0,2}$/, 'must be base64url, of 16 characters or more')
    .optional(),
  /** File of exported flags. Every start imports it and overwrites existing flags. */
  importFile: z.string().min(1).optional(),
  importProject: z.string().min(1).default('default'),
  importEnvironment: z.string().min(1).default('development'),
  /** Scenario file (ADR 43). Every start makes the instance what it says; with `watchScenario`, every save does, too. */
  scenarioFile: z.string().min(1).optional(),
  watchScenario: YesOrNo.default(false),
  /** Seconds between two runs of the signal queue. `actionsPerCycle`: signals between two short pauses. */
  actionsIntervalSeconds: z.coerce.number('must be a number').min(0.1).max(86_400).default(60),
  actionsPerCycle: z.coerce.number('must be a number').int().min(1).max(10_000).default(10),
  /** Hosts in private networks that integrations may send to. */
  integrationHosts: List.default([]),
  /** True if integrations may send to any host, including private networks. */
  integrationsMayBePrivate: YesOrNo.default(false),
  /** Mail server to send e-mails by. Set: the window's settings of e-mail are not used. */
  emailHost: z.string().min(1).optional(),
  /** Absent: 465 with `emailSecure`, else 587. */
  emailPort: z.coerce.number('must be a number from 1 to 65535').int().min(1).max(65_535).optional(),
  emailSecure: YesOrNo.default(false),
  /** `auto`: STARTTLS where it is offered, and always before a password. `off`: never. */
  emailTls: z.enum(EMAIL_TLS, { error: 'must be auto or off' }).default('auto'),
  emailUser: z.string().default(''),
  emailPassword: z.string().default(''),
  /** `Name <address>`; absent: an address at the host of `baseUrl`, or of the mail server. */
  emailSender: z
    .string()
    .refine(
      (text) => parseSender(text) !== undefined,
      'must be an address, such as Halyard <flags@example.com>',
    )
    .optional(),
  /** PEM file of a certificate authority to trust beside the usual ones. */
  emailCaFile: z.string().min(1).optional(),
  limits: z
    .strictObject({
      featureFlags: Count.optional(),
      featureEnvironmentStrategies: Count.optional(),
      constraints: Count.optional(),
      constraintValues: Count.optional(),
      strategySegments: Count.optional(),
      segments: Count.optional(),
      segmentValues: Count.optional(),
      apiTokens: Count.optional(),
      projects: Count.optional(),
      environments: Count.optional(),
      seenContexts: Count.optional(),
      signalEndpoints: Count.optional(),
      signalTokensPerEndpoint: Count.optional(),
      signalsPerSecond: Count.optional(),
      loginsPerMinute: Count.optional(),
      passwordResetsPerMinute: Count.optional(),
      createdUsersPerMinute: Count.optional(),
      clientRegistrationsPerMinute: Count.optional(),
      clientMetricsPerMinute: Count.optional(),
      frontendRegistrationsPerMinute: Count.optional(),
      frontendMetricsPerMinute: Count.optional(),
      signalPayloadBytes: Count.optional(),
      signalsKept: Count.optional(),
      signalsKeptDays: Count.optional(),
      eventsKept: Count.optional(),
      eventsKeptDays: Count.optional(),
      unknownFlagsKept: Count.optional(),
      actionSetsPerProject: Count.optional(),
      actionSetActions: Count.optional(),
      actionSetFilters: Count.optional(),
      actionSetFilterValues: Count.optional(),
      releaseTemplates: Count.optional(),
    })
    .default({}),
})
