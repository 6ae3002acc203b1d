import type { InstanceStatistics } from '#shared/instance/schemas/instance-statistics.ts'
import type { InstanceSetting } from '#shared/instance/schemas/settings.ts'
import { figure } from '#ui/figures.ts'

/** Text of the documentation without its marks: links and code. */
export const plainText = (text: string): string =>
  text.replaceAll('`', '').replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')

/** Digits that are hard to count; ports have fewer. */
const LARGE = 10_000

/** Sentence with the default of a setting. */
function defaultOf({ default: usual }: InstanceSetting): string {
  const text = plainText(usual)
  return `Default: ${Number(text) >= LARGE ? figure(Number(text)) : text}.`
}

/** True if the value is entered here; a stronger source is changed where it stands. */
export const isEditable = ({ input, source }: InstanceSetting): boolean =>
  input !== null && (source === 'none' || source === 'file')

/** Numbers that limits count, by the key of their setting; of one flag, strategy or constraint: the most. */
export function inUseOf(statistics: InstanceStatistics): Readonly<Record<string, number>> {
  const { apiTokens } = statistics
  return {
    'limits.featureFlags': statistics.featureToggles,
    'limits.featureEnvironmentStrategies': statistics.maxEnvironmentStrategies,
    'limits.constraints': statistics.maxConstraints,
    'limits.constraintValues': statistics.maxConstraintValues,
    'limits.segments': statistics.segments,
    'limits.apiTokens': apiTokens.admin + apiTokens.client + apiTokens.frontend + (apiTokens.backend ?? 0),
    'limits.projects': statistics.projects,
    'limits.environments': statistics.environments,
    'limits.releaseTemplates': statistics.releaseTemplates,
  }
}

/** Explanation of a setting; with how many there are, where it limits their number. */
export function hintOf(setting: InstanceSetting, inUse?: number): string {
  const { help, needsRestart, value } = setting
  const now = needsRestart ? `Until the restart: ${value ?? 'none'}.` : ''
  const used = inUse === undefined ? '' : `In use: ${figure(inUse)}.`
  return [used, plainText(help), defaultOf(setting), now].filter((part) => part !== '').join(' ')
}

/** Value of a setting that is not entered here, in words. */
export function valueOf({ isSecret, source, value, default: usual }: InstanceSetting): string {
  if (isSecret) return source === 'none' ? 'Not set' : 'Set, and not shown'
  return value ?? plainText(usual)
}

/** Place where a setting that is not entered here is set. */
export function placeOf({ source, variables, flag }: InstanceSetting): string {
  const names = [...(flag === null ? [] : [flag]), ...variables].join(', ')
  switch (source) {
    case 'flags':
      return `Set by the option ${flag ?? ''}.`
    case 'environment':
      return `Set by the environment: ${variables.join(' or ')}.`
    case 'file':
      return 'Set in the settings file.'
    case 'none':
      return names === '' ? '' : `Set at the start by ${names}, or in the settings file.`
  }
}

/** Changes to send: texts that differ from the settings file; an empty text removes the setting. */
export function changesIn(
  settings: readonly InstanceSetting[],
  texts: Readonly<Record<string, string>>,
): Record<string, string | null> {
  return Object.fromEntries(
    settings.flatMap(({ key, stored }) => {
      const text = texts[key]?.trim() ?? stored ?? ''
      return text === (stored ?? '') ? [] : [[key, text === '' ? null : text]]
    }),
  )
}
