import { ownValue } from '#shared/own-value.ts'
import { SETTINGS, type SettingName } from './settings.ts'
import type { SettingFlag, SettingNode } from './setting-node.ts'

const DECLARED = Object.entries<SettingNode>(SETTINGS).flatMap(([name, { flag }]) =>
  flag ? [{ name, flag }] : [],
)

interface Option {
  type: 'string' | 'boolean'
  multiple?: boolean
}

/** Options of the command line that are settings, for parseArgs; those of the window where `isWindow`. */
export const settingOptions = (isWindow: boolean): Record<string, Option> => ({
  ...Object.fromEntries(
    DECLARED.filter(({ flag }) => !isWindow || !flag.headlessOnly).map(({ flag }) => [
      flag.name,
      { type: flag.value === undefined ? 'boolean' : 'string', multiple: flag.repeats ?? false },
    ]),
  ),
  settings: { type: 'string' },
})

/** Settings that flags set, by name, and the settings file that they name. */
export type Flags = { [Name in SettingName]?: string | boolean | readonly string[] | undefined } & {
  settings?: string | undefined
}

/** Reads settings from the values of parseArgs. */
export function flagsOf(values: Readonly<Record<string, unknown>>): Flags {
  const said = DECLARED.flatMap(({ name, flag }) => {
    const value = ownValue(values, flag.name)
    // without strict, parseArgs takes an option without its value for a switch
    const isMeant = (typeof value === 'boolean') === (flag.value === undefined)
    return value === undefined || !isMeant ? [] : [[name, value] as const]
  })
  const { settings } = values
  return { ...Object.fromEntries(said), ...(typeof settings === 'string' ? { settings } : {}) }
}

const WIDTH = 18

/** Line of the help of a command. */
export const helpLine = (option: string, help: string): string =>
  `  ${option.padEnd(WIDTH)}${option.length < WIDTH ? ' ' : '  '}${help}`

/** Option as people write it. */
export const optionOf = ({ name, value }: SettingFlag): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** Lines of the help for the settings that have a flag. */
export const settingsHelp = (): string =>
  DECLARED.map(({ flag }) => helpLine(optionOf(flag), flag.help)).join('\n')

/** Names of the variables that set the same as flags. */
export const flagVariables = (): string =>
  DECLARED.map(
    ({ name }) => Object.entries<SettingNode>(SETTINGS).find(([one]) => one === name)?.[1].variables[0],
  )
    .filter((one) => one !== undefined)
    .join(', ')

/** Names of the variables with the tokens of a first start. */
export const tokenVariables = (): string =>
  Object.entries<SettingNode>(SETTINGS)
    .filter(([name]) => /^init.*ApiTokens$/.test(name))
    .map(([, node]) => node.variables[0])
    .join(', ')
