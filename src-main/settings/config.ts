import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { z } from 'zod'

import type { SettingSource } from '#shared/instance/schemas/database.ts'
import { ownValue, isRecord } from '#shared/own-value.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { DEFAULT_LIMITS, type Limits } from '#kernel/limits.ts'
import type { Flags } from './flags.ts'
import { ALL_SETTINGS, type KeyedSetting, OutboundSettings, SETTINGS, Settings } from './settings.ts'

export interface Config extends Omit<z.output<typeof Settings>, 'limits'> {
  limits: Limits
  /** Settings file, whether it is there or not. */
  settingsFile: string
  databaseUrlFrom: SettingSource
  /** Sources of the settings that are not the default, by key: `port`, `limits.segments`. */
  settingSources: ReadonlyMap<string, SettingSource>
}

/** Invalid configuration, in plain words: the setting, where it was set, and what it must be. */
export class ConfigError extends Error {}

/** Returns the default data folder. The window and `halyard serve` share it. */
export function defaultDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = os.homedir()
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Halyard')
    case 'win32':
      return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Halyard')
    default:
      return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'halyard')
  }
}

/**
 * The configuration: flags win over environment variables, these over the settings file (the one named by `--settings`
 * or HALYARD_SETTINGS, else `settings.json` in the data folder), these over the defaults. Throws ConfigError, naming the
 * setting and its source.
 */
export function readConfig(flags: Flags, env: NodeJS.ProcessEnv): Config {
  const named = flags.settings ?? (env['HALYARD_SETTINGS'] || undefined)
  const usualDir = textOf(flags.dataDir) ?? (env['HALYARD_DATA_DIR'] || defaultDataDir(env))
  const file = path.resolve(named ?? path.join(usualDir, 'settings.json'))
  const sources: Source[] = [
    { name: 'defaults', kind: 'none', values: { dataDir: usualDir } },
    { name: file, kind: 'file', values: readSettingsFile(file, named !== undefined) },
    { name: 'environment', kind: 'environment', values: readEnvironment(env) },
    { name: 'flags', kind: 'flags', values: settingsOf(flags) },
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
    databaseUrlFrom: sourceOf(sources, ['databaseUrl']),
    settingSources: new Map(ALL_SETTINGS.map(({ key, path: at }) => [key, sourceOf(sources, at)])),
  }
}

/** Variables of outgoing connections among those of a process. */
export function outboundVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ALL_SETTINGS.filter(({ node }) => node.section === 'outbound').flatMap(
    ({ node }) => node.variables,
  )
  return Object.fromEntries(names.map((name) => [name, ownValue(env, name)]))
}

/** Settings of outgoing connections for commands, which have variables only. Throws ConfigError. */
export function readOutboundConfig(env: NodeJS.ProcessEnv): z.output<typeof OutboundSettings> {
  const values = readEnvironment(outboundVariables(env))
  const result = OutboundSettings.safeParse(values)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues
      .map((issue) => explain(issue, [{ name: 'environment', kind: 'environment', values }]))
      .join('\n'),
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const settingsOf = (flags: Flags) =>
  Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => Object.hasOwn(SETTINGS, name) && value !== undefined),
  )

/** The last source that has a setting. */
const sourceOf = (sources: readonly Source[], at: KeyedSetting['path']): SettingSource =>
  sources.findLast(({ values }) => valueAt(values, at) !== undefined)?.kind ?? 'none'

/** Value of a setting in an object of settings. */
export function valueAt(values: Record<string, unknown>, [name, member]: KeyedSetting['path']): unknown {
  const value = ownValue(values, name)
  if (member === undefined) return value
  return isRecord(value) ? ownValue(value, member) : undefined
}

type Source = { name: string; kind: SettingSource; values: Record<string, unknown> }

/** Reads a settings file. Throws ConfigError; a file that is not there has no settings, unless it is required. */
export function readSettingsFile(file: string, required: boolean): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new ConfigError(`The settings file ${file} cannot be read: ${messageOf(error)}`)
  }
  try {
    const values: unknown = JSON.parse(text)
    if (isRecord(values)) return withDataDirFrom(path.dirname(file), values)
  } catch (error) {
    throw new ConfigError(`The settings file ${file} is not JSON: ${messageOf(error)}`)
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
  const values: Record<string, unknown> = {}
  const limits: Record<string, unknown> = {}
  for (const {
    path: [name, member],
    node,
  } of ALL_SETTINGS)
    for (const variable of node.variables) {
      const said = ownValue(env, variable)
      if (said === undefined || said === '') continue
      if (member === undefined) values[name] = said
      else limits[member] = said
    }
  return Object.keys(limits).length > 0 ? { ...values, limits } : values
}

function explain(issue: z.core.$ZodIssue, sources: readonly Source[]): string {
  const [setting] = issue.path
  if (issue.code === 'unrecognized_keys') return `There is no setting named ${issue.keys.join(', ')}.`
  const source = sources.findLast(({ values }) => setting !== undefined && String(setting) in values)
  const message =
    issue.code === 'invalid_union' ? 'must be a number from 0 to 65535, or "auto"' : issue.message
  return `${issue.path.join('.')}: ${message} (from ${source?.name ?? 'defaults'})`
}
