import { ownValue } from '../../own-value.ts'
import type { ActionKey } from '../schemas/action.ts'
import { ACTION_KINDS } from './action-kinds.ts'

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
