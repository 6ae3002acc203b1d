import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { z } from 'zod'

import type { SettingSource } from '../../src-shared/instance/schemas/database.ts'
import { ownValue } from '../../src-shared/own-value.ts'
import { DEFAULT_LIMITS, type Limits } from '../kernel/limits.ts'
import { defaultDataDir } from './paths.ts'
import { Settings } from './settings.ts'

export interface Config extends Omit<z.output<typeof Settings>, 'limits'> {
  limits: Limits
  /** Settings file, whether it is there or not. */
  settingsFile: string
  databaseUrlFrom: SettingSource
}
type SettingName = keyof z.input<typeof Settings>

/** Settings by environment variable. The variable names of the contract are accepted, too. */
const VARIABLES: Record<string, SettingName> = {
  HALYARD_PORT: 'port',
  HALYARD_HOST: 'host',
  HALYARD_CONTRACT: 'contract',
  HALYARD_STRICT: 'strict',
  HALYARD_PLAN: 'plan',
  HALYARD_LISTENERS: 'listeners',
  HALYARD_LOG_LEVEL: 'logLevel',
  HALYARD_DATA_DIR: 'dataDir',
  DATABASE_URL: 'databaseUrl',
  HALYARD_DATABASE_URL: 'databaseUrl',
  HALYARD_SEALING_KEY: 'sealingKey',
  HALYARD_DRAIN_SECONDS: 'drainSeconds',
  HALYARD_ALLOWED_HOSTS: 'allowedHosts',
  HALYARD_BASE_URL: 'baseUrl',
  BASE_URI_PATH: 'baseUriPath',
  HALYARD_SERVER_METRICS: 'serverMetrics',
  UNLEASH_FRONTEND_API_ORIGINS: 'frontendApiOrigins',
  UNLEASH_DEFAULT_ADMIN_USERNAME: 'adminUsername',
  UNLEASH_DEFAULT_ADMIN_PASSWORD: 'adminPassword',
  MAX_PARALLEL_SESSIONS: 'maxParallelSessions',
  INIT_ADMIN_API_TOKENS: 'initAdminApiTokens',
  INIT_BACKEND_API_TOKENS: 'initBackendApiTokens',
  INIT_CLIENT_API_TOKENS: 'initBackendApiTokens',
  INIT_FRONTEND_API_TOKENS: 'initFrontendApiTokens',
  HALYARD_EDGE_SECRET: 'edgeSecret',
  IMPORT_FILE: 'importFile',
  IMPORT_PROJECT: 'importProject',
  IMPORT_ENVIRONMENT: 'importEnvironment',
  HALYARD_SCENARIO: 'scenarioFile',
  HALYARD_SCENARIO_WATCH: 'watchScenario',
  ACTIONS_INTERVAL_SECONDS: 'actionsIntervalSeconds',
  ACTIONS_PER_CYCLE: 'actionsPerCycle',
  EMAIL_HOST: 'emailHost',
  EMAIL_PORT: 'emailPort',
  EMAIL_SECURE: 'emailSecure',
  EMAIL_USER: 'emailUser',
  EMAIL_PASSWORD: 'emailPassword',
  EMAIL_SENDER: 'emailSender',
  HALYARD_EMAIL_TLS: 'emailTls',
  HALYARD_EMAIL_CA_FILE: 'emailCaFile',
  UNLEASH_ALLOW_LIST_INTEGRATION: 'integrationHosts',
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'integrationsMayBePrivate',
}

/** The limits by the contract's variables (docs/contract/limits.md#limits). */
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
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: 'loginsPerMinute',
  PASSWORD_RESET_LIMIT_PER_MINUTE: 'passwordResetsPerMinute',
  CREATE_USER_RATE_LIMIT_PER_MINUTE: 'createdUsersPerMinute',
  REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: 'clientRegistrationsPerMinute',
  CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: 'clientMetricsPerMinute',
  REGISTER_FRONTEND_RATE_LIMIT_PER_MINUTE: 'frontendRegistrationsPerMinute',
  FRONTEND_METRICS_RATE_LIMIT_PER_MINUTE: 'frontendMetricsPerMinute',
  HALYARD_SIGNAL_PAYLOAD_BYTES: 'signalPayloadBytes',
  HALYARD_SIGNALS_KEPT: 'signalsKept',
  HALYARD_SIGNALS_KEPT_DAYS: 'signalsKeptDays',
  HALYARD_EVENTS_KEPT: 'eventsKept',
  HALYARD_EVENTS_KEPT_DAYS: 'eventsKeptDays',
  HALYARD_UNKNOWN_FLAGS_KEPT: 'unknownFlagsKept',
  UNLEASH_ACTION_SETS_PER_PROJECT_LIMIT: 'actionSetsPerProject',
  UNLEASH_ACTION_SET_ACTIONS_LIMIT: 'actionSetActions',
  UNLEASH_ACTION_SET_FILTERS_LIMIT: 'actionSetFilters',
  UNLEASH_ACTION_SET_FILTER_VALUES_LIMIT: 'actionSetFilterValues',
  UNLEASH_RELEASE_TEMPLATES_LIMIT: 'releaseTemplates',
}

/** Invalid configuration, in plain words: the setting, where it was set, and what it must be. */
export class ConfigError extends Error {}

export interface Flags {
  port?: string
  host?: string
  contract?: string
  strict?: string
  plan?: string
  listen?: string[]
  dataDir?: string
  databaseUrl?: string
  logLevel?: string
  settings?: string
  scenario?: string
  watch?: boolean
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
  const sources: Source[] = [
    { name: 'defaults', kind: 'none', values: { dataDir: usualDir } },
    { name: file, kind: 'file', values: readSettingsFile(file, named !== undefined) },
    { name: 'environment', kind: 'environment', values: said.environment },
    { name: 'flags', kind: 'flags', values: said.flags },
  ]
  const merged = Object.assign({}, ...sources.map((source) => source.values)) as Record<string, unknown>
  // limits are merged one by one: one from the environment keeps the others of the file
  const limited = sources.map(({ values }) => values['limits']).filter((limits) => limits !== undefined)
  if (limited.length > 0)
    merged['limits'] = limited.every(isRecord)
      ? Object.assign({}, ...limited)
      : limited.find((limits) => !isRecord(limits))
  const result = Settings.safeParse(merged)
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => explain(issue, sources)).join('\n'))
  const { dataDir, limits, ...settings } = result.data
  return {
    ...settings,
    limits: { ...DEFAULT_LIMITS, ...limits },
    dataDir: path.resolve(dataDir),
    settingsFile: file,
    databaseUrlFrom: sources.findLast(({ values }) => 'databaseUrl' in values)?.kind ?? 'none',
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Source = { name: string; kind: SettingSource; values: Record<string, unknown> }

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
    if (isRecord(values)) return withDataDirFrom(path.dirname(file), values)
  } catch (error) {
    throw new ConfigError(`The settings file ${file} is not JSON: ${(error as Error).message}`)
  }
  throw new ConfigError(`The settings file ${file} must hold an object`)
}

/** Resolves a relative data folder against the folder of the settings file. */
function withDataDirFrom(folder: string, values: Record<string, unknown>): Record<string, unknown> {
  const { dataDir } = values
  return typeof dataDir === 'string' && dataDir !== ''
    ? { ...values, dataDir: path.resolve(folder, dataDir) }
    : values
}

function readEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const said = (name: string) => ownValue(env, name) !== undefined && ownValue(env, name) !== ''
  const settings = Object.entries(VARIABLES).filter(([name]) => said(name))
  const limits = Object.entries(LIMIT_VARIABLES).filter(([name]) => said(name))
  return {
    ...Object.fromEntries(settings.map(([name, setting]) => [setting, ownValue(env, name)])),
    ...(limits.length > 0
      ? { limits: Object.fromEntries(limits.map(([name, limit]) => [limit, ownValue(env, name)])) }
      : {}),
  }
}

function readFlags({
  port,
  host,
  contract,
  strict,
  plan,
  listen: listeners,
  logLevel,
  dataDir,
  databaseUrl,
  scenario: scenarioFile,
  watch: watchScenario,
}: Flags): Record<string, unknown> {
  const said = Object.entries({
    port,
    host,
    contract,
    strict,
    plan,
    listeners,
    logLevel,
    dataDir,
    databaseUrl,
    scenarioFile,
    watchScenario,
  }).filter(([, value]) => value !== undefined)
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
