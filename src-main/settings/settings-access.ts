import type { z } from 'zod'

import type { InstanceSetting, InstanceSettings } from '#shared/instance/schemas/settings.ts'
import { ownValue } from '#shared/own-value.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { SettingsServices, SettingTexts } from '#domains/instance/instance/settings-services.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import { CENSORED } from '#kernel/censor-secrets.ts'
import { ConfigError, readSettingsFile, valueAt, type Config } from './config.ts'
import { openNetwork } from '#settings/open-network.ts'
import { changeSettingsFile, requireReplaceable } from './settings-file.ts'
import { ALL_SETTINGS, Settings, type KeyedSetting } from './settings.ts'
import type { SettingNode } from './setting-node.ts'

const BY_KEY = new Map(ALL_SETTINGS.map((one) => [one.key, one]))

/** Value of a setting as people read and enter it. Null: none. */
function textOfSetting(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(textOfItem).join(', ')
  return textOfItem(value)
}

function textOfItem(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'port' in value && 'contract' in value)
    return `${String(value.port)}=${String(value.contract)}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Value for the settings file, of the text that was entered. */
const toStored = ({ input }: SettingNode, text: string): string | number =>
  input?.kind === 'number' ? Number(text) : text.trim()

/** Reason for which a setting cannot have a value; undefined: it can. */
function settingProblem(
  { settingSources }: Config,
  key: string,
  text: string | null,
  isWindow: boolean,
): string | undefined {
  const setting = BY_KEY.get(key)
  if (!setting) return 'There is no such setting.'
  const { node } = setting
  if (!node.input) return 'It is set where Halyard is started, not here.'
  if (node.isWindowOnly && !isWindow)
    return 'It is set where Halyard is started, or in the window of the desktop app, not here.'
  const source = settingSources.get(key)
  if (source === 'environment') return `${node.variables.join(' or ')} sets it. Change it there.`
  if (source === 'flags') return `The option --${node.flag?.name ?? key} sets it. Change it there.`
  if (text === null) return undefined
  if (text.trim() === '') return 'Enter a value, or remove the setting.'
  const { input } = node
  if (input.kind === 'number' && (Number(text) < input.min || Number(text) > input.max))
    return `must be a number from ${input.min} to ${input.max}`
  const read = node.schema.safeParse(toStored(node, text))
  return read.success ? undefined : (read.error.issues[0]?.message ?? 'cannot be used')
}

/** Describes the settings of this process, and changes its settings file. */
export function settingsAccess(config: Config): SettingsServices['settingsFile'] {
  const { settingsFile: file } = config
  return {
    describe: (isWindow) => describe(config, isWindow),
    withoutSecrets: (change) =>
      Object.fromEntries(
        Object.entries(change).map(([key, text]) => [key, text !== null && isSecret(key) ? CENSORED : text]),
      ),
    check: (change, isWindow) => {
      const details = Object.entries(change).flatMap(([key, text]) => {
        const problem = settingProblem(config, key, text, isWindow)
        return problem === undefined ? [] : [detail(problem, `/body/settings/${key}`)]
      })
      if (details.length > 0)
        throw new AppError('BadDataError', 'These settings cannot be used.', { details })
      const { values, problem } = readStored(file)
      if (problem !== null) throw new AppError('ConflictError', problem)
      const merged = Settings.safeParse({ dataDir: config.dataDir, ...changed(values, change) })
      if (!merged.success)
        throw new AppError(
          'ConflictError',
          `The settings file has a mistake, which has to be corrected first: ${merged.error.issues[0]?.path.join('.') ?? ''}`,
        )
      requireUsableNetwork(merged.data, change)
    },
    requireReplaceable: () => requireReplaceable(file),
    change: (change, at) => changeSettingsFile(file, (values) => changed(values, change), at),
  }
}

const isSecret = (key: string): boolean => ALL_SETTINGS.find((one) => one.key === key)?.node.secret ?? false

/** Checks the files that a change names: one that is missing would keep the next start from succeeding. */
function requireUsableNetwork(settings: z.output<typeof Settings>, change: SettingTexts): void {
  if (!ALL_SETTINGS.some(({ key, node }) => node.section === 'outbound' && Object.hasOwn(change, key))) return
  try {
    openNetwork(settings, { env: {}, warn: () => {} })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [key = ''] = error.message.split(':')
    throw badData(error.message.slice(key.length + 2), `/body/settings/${key}`)
  }
}

function describe(config: Config, isWindow: boolean): InstanceSettings {
  const { values, problem } = readStored(config.settingsFile)
  return {
    file: config.settingsFile,
    problem,
    settings: ALL_SETTINGS.map((one) => describeOne(config, values, one, isWindow)),
  }
}

function describeOne(
  config: Config,
  values: Record<string, unknown>,
  setting: KeyedSetting,
  isWindow: boolean,
): InstanceSetting {
  const { key, path, node } = setting
  const { section, title, help, default: usual, secret = false, variables, flag, input, page } = node
  const source = config.settingSources.get(key) ?? 'none'
  const inUse = valueAt({ ...config }, path)
  const stored = valueAt(values, path)
  // the file counts only where nothing stronger does
  const isOfFile = source === 'none' || source === 'file'
  return {
    key,
    section,
    title,
    help,
    default: usual,
    source,
    isSecret: secret,
    value: secret ? null : textOfSetting(inUse),
    stored: secret ? null : textOfSetting(stored),
    needsRestart: isOfFile && input !== undefined && isOther(setting, stored, inUse),
    variables: [...variables],
    flag: flag ? `--${flag.name}` : null,
    input: (isWindow || !node.isWindowOnly ? input : undefined) ?? null,
    page: page ?? null,
  }
}

/** True if the next start would use another value than the present one. */
function isOther({ node, path }: KeyedSetting, stored: unknown, inUse: unknown): boolean {
  const read = node.schema.safeParse(stored)
  const [, limit] = path
  // limits have their defaults elsewhere
  const next = read.success
    ? (read.data ?? (limit === undefined ? undefined : Number(node.default)))
    : undefined
  return read.success && JSON.stringify(next) !== JSON.stringify(inUse)
}

/** Settings of the file; those of one that cannot be read are unknown. */
function readStored(file: string): { values: Record<string, unknown>; problem: string | null } {
  try {
    return { values: readSettingsFile(file, false), problem: null }
  } catch (error) {
    if (error instanceof ConfigError) return { values: {}, problem: error.message }
    throw error
  }
}

/** Settings with a change. */
function changed(values: Record<string, unknown>, change: SettingTexts): Record<string, unknown> {
  const result = structuredClone(values)
  for (const { key, path, node } of ALL_SETTINGS) {
    if (!Object.hasOwn(change, key)) continue
    const [name, member] = path
    const text = ownValue(change, key) ?? null
    const holder = member === undefined ? result : limitsOf(result)
    const at = member ?? name
    if (text === null) Reflect.deleteProperty(holder, at)
    else Object.assign(holder, { [at]: toStored(node, text) })
  }
  return result
}

function limitsOf(values: Record<string, unknown>): Record<string, unknown> {
  const limits = { ...(values['limits'] as Record<string, unknown> | undefined) }
  values['limits'] = limits
  return limits
}
