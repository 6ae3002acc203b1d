import type { Permission } from '#shared/access/permissions/index.ts'
import { ownValue } from '#shared/own-value.ts'
import type { ActionKey, ActionParameter } from '../schemas/action.ts'

export type ParameterName = ActionParameter['name']

/** Description of one kind of action (docs/contract/signals.md#action-kinds). */
export interface ActionKind {
  label: string
  description: string
  category: string
  /** Any one of these, in the environment, lets the service account do it. */
  permissions: readonly Permission[]
  parameters: readonly ParameterName[]
  enables: boolean
}

const oneFlag = { category: 'Feature flags', parameters: ['project', 'environment', 'featureName'] } as const
const byTag = { category: 'Feature flags', parameters: ['project', 'environment', 'tag'] } as const
const permissions = ['UPDATE_FEATURE_ENVIRONMENT'] as const

export const ACTION_KINDS: Readonly<Record<ActionKey, ActionKind>> = {
  TOGGLE_FEATURE_ON: {
    label: 'Enable flag',
    description: 'Enables a flag in an environment',
    permissions,
    enables: true,
    ...oneFlag,
  },
  TOGGLE_FEATURE_OFF: {
    label: 'Disable flag',
    description: 'Disables a flag in an environment',
    permissions,
    enables: false,
    ...oneFlag,
  },
  TOGGLE_FEATURES_ON_BY_TAG: {
    label: 'Enable flags by tag',
    description: 'Enables all flags with a tag in an environment: all of them or none',
    permissions,
    enables: true,
    ...byTag,
  },
  TOGGLE_FEATURES_OFF_BY_TAG: {
    label: 'Disable flags by tag',
    description: 'Disables all flags with a tag in an environment: all of them or none',
    permissions,
    enables: false,
    ...byTag,
  },
}

/** The parameters in the words of a form; the project is that of the set, and nobody is asked for it. */
export const PARAMETER_WORDS: Readonly<Record<ParameterName, { label: string; type: 'select' | 'hidden' }>> =
  {
    project: { label: 'Project', type: 'hidden' },
    environment: { label: 'Environment', type: 'select' },
    featureName: { label: 'Flag', type: 'select' },
    tag: { label: 'Tag', type: 'select' },
  }

/** An action as a sentence: `Disable checkout in production`. */
export function describeAction({
  action,
  executionParams = {},
}: {
  action: ActionKey
  executionParams?: Record<string, unknown> | undefined
}): string {
  const { enables, parameters } = ACTION_KINDS[action]
  const said = (name: string) => {
    const value = ownValue(executionParams, name)
    return typeof value === 'string' && value !== '' ? value : '…'
  }
  const what = parameters.some((name) => name === 'tag')
    ? `all flags tagged ${said('tag')}`
    : said('featureName')
  return `${enables ? 'Enable' : 'Disable'} ${what} in ${said('environment')}`
}
