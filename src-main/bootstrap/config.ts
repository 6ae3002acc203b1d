import { readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { CONTRACT_VERSION, readContractVersion } from '../../src-shared/versions/contract-version.ts'
import { LOG_LEVELS } from '../kernel/logger.ts'
import { DEFAULT_LIMITS, type Limits } from '../kernel/limits.ts'
import { defaultDataDir } from './paths.ts'

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

const Count = z.coerce.number('must be a number').int().min(0)

/** Every setting, with its default. The names are those of the settings file. */
const Settings = z.strictObject({
  /** 4242; `auto`: the first free port from there; 0: any free port. */
  port: Port.default(4242),
  /** The address to listen on. Anything but the loopback opens the service to the network. */
  host: z.string().min(1).default('127.0.0.1'),
  /** The version of the contract to answer as: a major version, or more of it. */
  contract: Contract.default(CONTRACT_VERSION),
  logLevel: z.enum(LOG_LEVELS).default('info'),
  /** Where the data lies; in a settings file, relative to that file. */
  dataDir: z.string().min(1),
  /** Host names to answer for, beyond this machine's own. */
  allowedHosts: List.default([]),
  /** Origins whose pages may use the frontend API; empty: all. */
  frontendApiOrigins: List.default([]),
  /** Where people reach the pages, for links in texts. */
  baseUrl: z.url().optional(),
  adminUsername: z.string().min(1).default('admin'),
  adminPassword: z.string().min(1).optional(),
  initAdminApiTokens: List.default([]),
  initBackendApiTokens: List.default([]),
  initFrontendApiTokens: List.default([]),
  /** What a proxy signs its requests for tokens with: base64url. Absent: none gets any. */
  edgeSecret: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,}={0,2}$/, 'must be base64url, of 16 characters or more')
    .optional(),
  /** A file of exported flags that every start imports, overwriting those that are there. */
  importFile: z.string().min(1).optional(),
  importProject: z.string().min(1).default('default'),
  importEnvironment: z.string().min(1).default('development'),
  /** How often signals are handed to the actions, and how many of them at a time. */
  actionsIntervalSeconds: z.coerce.number('must be a number').min(0.1).max(86_400).default(60),
  actionsPerCycle: z.coerce.number('must be a number').int().min(1).max(10_000).default(10),
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
      signalPayloadBytes: Count.optional(),
      signalsKept: Count.optional(),
      signalsKeptDays: Count.optional(),
      actionSetsPerProject: Count.optional(),
      actionSetActions: Count.optional(),
      actionSetFilters: Count.optional(),
      actionSetFilterValues: Count.optional(),
      releaseTemplates: Count.optional(),
    })
    .default({}),
})

export type Config = Omit<z.output<typeof Settings>, 'limits'> & { limits: Limits }
type SettingName = keyof z.input<typeof Settings>

/** Which variable says which setting; the contract's own names beside ours. */
const VARIABLES: Record<string, SettingName> = {
  HALYARD_PORT: 'port',
  HALYARD_HOST: 'host',
  HALYARD_CONTRACT: 'contract',
  HALYARD_LOG_LEVEL: 'logLevel',
  HALYARD_DATA_DIR: 'dataDir',
  HALYARD_ALLOWED_HOSTS: 'allowedHosts',
  HALYARD_BASE_URL: 'baseUrl',
  UNLEASH_FRONTEND_API_ORIGINS: 'frontendApiOrigins',
  UNLEASH_DEFAULT_ADMIN_USERNAME: 'adminUsername',
  UNLEASH_DEFAULT_ADMIN_PASSWORD: 'adminPassword',
  INIT_ADMIN_API_TOKENS: 'initAdminApiTokens',
  INIT_BACKEND_API_TOKENS: 'initBackendApiTokens',
  INIT_CLIENT_API_TOKENS: 'initBackendApiTokens',
  INIT_FRONTEND_API_TOKENS: 'initFrontendApiTokens',
  HALYARD_EDGE_SECRET: 'edgeSecret',
  IMPORT_FILE: 'importFile',
  IMPORT_PROJECT: 'importProject',
  IMPORT_ENVIRONMENT: 'importEnvironment',
  ACTIONS_INTERVAL_SECONDS: 'actionsIntervalSeconds',
  ACTIONS_PER_CYCLE: 'actionsPerCycle',
}

/** The limits by the contract's variables (semantics.md 13). */
const LIMIT_VARIABLES: Record<string, keyof Limits> = {
  UNLEASH_FEATURE_FLAGS_LIMIT: 'featureFlags',
  UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: 'featureEnvironmentStrategies',
  UNLEASH_CONSTRAINTS_LIMIT: 'constraints',
  UNLEASH_CONSTRAINT_VALUES_LIMIT: 'constraintValues',
  UNLEASH_STRATEGY_SEGMENTS_LIMIT: 'strategySegments',
  UNLEASH_SEGMENTS_LIMIT: 'segments',
  UNLEASH_SEGMENT_VALUES_LIMIT: 'segmentValues',
  UNLEASH_API_TOKENS_LIMIT: 'apiTokens',
  UNLEASH_PROJECTS_LIMIT: 'projects',
  UNLEASH_ENVIRONMENTS_LIMIT: 'environments',
  HALYARD_SEEN_CONTEXTS_LIMIT: 'seenContexts',
  UNLEASH_SIGNAL_ENDPOINTS_LIMIT: 'signalEndpoints',
  UNLEASH_SIGNAL_TOKENS_PER_ENDPOINT_LIMIT: 'signalTokensPerEndpoint',
  SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: 'signalsPerSecond',
  HALYARD_SIGNAL_PAYLOAD_BYTES: 'signalPayloadBytes',
  HALYARD_SIGNALS_KEPT: 'signalsKept',
  HALYARD_SIGNALS_KEPT_DAYS: 'signalsKeptDays',
  UNLEASH_ACTION_SETS_PER_PROJECT_LIMIT: 'actionSetsPerProject',
  UNLEASH_ACTION_SET_ACTIONS_LIMIT: 'actionSetActions',
  UNLEASH_ACTION_SET_FILTERS_LIMIT: 'actionSetFilters',
  UNLEASH_ACTION_SET_FILTER_VALUES_LIMIT: 'actionSetFilterValues',
  UNLEASH_RELEASE_TEMPLATES_LIMIT: 'releaseTemplates',
}

/** What was said wrongly, for a person: the setting, where it was said, what it must be. */
export class ConfigError extends Error {}

export interface Flags {
  port?: string
  host?: string
  contract?: string
  dataDir?: string
  logLevel?: string
  settings?: string
}

/**
 * The configuration: flags win over environment variables, these over the settings file (the one named by `--settings`
 * or HALYARD_SETTINGS, else `settings.json` in the data folder), these over the defaults. Throws ConfigError, naming the
 * setting and its source.
 */
export function readConfig(flags: Flags, env: NodeJS.ProcessEnv): Config {
  const named = flags.settings ?? (env['HALYARD_SETTINGS'] || undefined)
  const said = { environment: readEnvironment(env), flags: readFlags(flags) }
  const usualDir = flags.dataDir ?? (env['HALYARD_DATA_DIR'] || defaultDataDir(env))
  const file = path.resolve(named ?? path.join(usualDir, 'settings.json'))
  const sources = [
    { name: 'defaults', values: { dataDir: usualDir } },
    { name: file, values: readSettingsFile(file, named !== undefined) },
    { name: 'environment', values: said.environment },
    { name: 'flags', values: said.flags },
  ]
  const merged = Object.assign({}, ...sources.map((source) => source.values)) as Record<string, unknown>
  const result = Settings.safeParse(merged)
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => explain(issue, sources)).join('\n'))
  const { dataDir, limits, ...settings } = result.data
  return { ...settings, limits: { ...DEFAULT_LIMITS, ...limits }, dataDir: path.resolve(dataDir) }
}

type Source = { name: string; values: Record<string, unknown> }

function readSettingsFile(file: string, required: boolean): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new ConfigError(`The settings file ${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    const values: unknown = JSON.parse(text)
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return withDataDirFrom(path.dirname(file), values as Record<string, unknown>)
  } catch (error) {
    throw new ConfigError(`The settings file ${file} is not JSON: ${(error as Error).message}`)
  }
  throw new ConfigError(`The settings file ${file} must hold an object`)
}

/** A relative data folder means the same wherever one stands when starting. */
function withDataDirFrom(folder: string, values: Record<string, unknown>): Record<string, unknown> {
  const { dataDir } = values
  return typeof dataDir === 'string' && dataDir !== ''
    ? { ...values, dataDir: path.resolve(folder, dataDir) }
    : values
}

function readEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const said = (name: string) => env[name] !== undefined && env[name] !== ''
  const settings = Object.entries(VARIABLES).filter(([name]) => said(name))
  const limits = Object.entries(LIMIT_VARIABLES).filter(([name]) => said(name))
  return {
    ...Object.fromEntries(settings.map(([name, setting]) => [setting, env[name]])),
    ...(limits.length > 0
      ? { limits: Object.fromEntries(limits.map(([name, limit]) => [limit, env[name]])) }
      : {}),
  }
}

function readFlags({ port, host, contract, logLevel, dataDir }: Flags): Record<string, unknown> {
  const said = Object.entries({ port, host, contract, logLevel, dataDir }).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(said)
}

function explain(issue: z.core.$ZodIssue, sources: readonly Source[]): string {
  const [setting] = issue.path
  if (issue.code === 'unrecognized_keys') return `There is no setting named ${issue.keys.join(', ')}.`
  const source = sources.findLast(({ values }) => setting !== undefined && String(setting) in values)
  const message =
    issue.code === 'invalid_union' ? 'must be a number from 0 to 65535, or "auto"' : issue.message
  return `${issue.path.join('.')}: ${message} (from ${source?.name ?? 'defaults'})`
}
