import type { Config } from './config.ts'
import type { SettingNode } from './setting-node.ts'
import { ALL_SETTINGS } from './settings.ts'

const BY_KEY = new Map(ALL_SETTINGS.map((one) => [one.key, one]))

/** Value of a setting as people read and enter it. Null: none. */
export function textOfSetting(value: unknown): string | null {
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
export const toStored = ({ input }: SettingNode, text: string): string | number =>
  input?.kind === 'number' ? Number(text) : text.trim()

/** Reason for which a setting cannot have a value; undefined: it can. */
export function settingProblem(
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
