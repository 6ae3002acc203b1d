import type { Config } from './config.ts'
import { ALL_SETTINGS } from './settings.ts'
import { toStored } from './setting-text.ts'

const BY_KEY = new Map(ALL_SETTINGS.map((one) => [one.key, one]))

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
