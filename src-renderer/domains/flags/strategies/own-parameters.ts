import { ownValue } from '../../../../src-shared/own-value.ts'
import type { StrategyType } from '../../../../src-shared/flags/schemas/strategy-type.ts'
import { splitList } from '../../../ui/comma-list.ts'

/** A parameter that a kind of strategy of the instance declares. */
export type OwnParameter = StrategyType['parameters'][number]

/** What is entered for parameters, by name, as text. */
export type OwnValues = Record<string, string>

/** What is sent where nothing was entered, though the parameter is required: what its control shows. */
const UNTOUCHED: Record<string, string> = { percentage: '0', boolean: 'false' }

/**
 * The values of a list that a parameter holds, and what is typed behind them and no value yet: it stands on a line of its
 * own, so that nothing typed is lost.
 */
export function listParameter(text: string): { values: string[]; typed: string } {
  const end = text.lastIndexOf('\n')
  return end < 0
    ? { values: splitList(text), typed: '' }
    : { values: splitList(text.slice(0, end)), typed: text.slice(end + 1) }
}

export const listText = (values: readonly string[], typed: string): string =>
  typed === '' ? values.join(',') : `${values.join(',')}\n${typed}`

/** The parameters to send; those that are optional and blank are left out. */
export function toOwnParameters(declared: readonly OwnParameter[], values: OwnValues): OwnValues {
  const sent = declared.map(({ name, type, required }) => {
    const text = ownValue(values, name) ?? ''
    const value = type === 'list' ? splitList(text).join(',') : text.trim()
    return [name, value === '' && required ? (ownValue(UNTOUCHED, type) ?? '') : value] as const
  })
  return Object.fromEntries(sent.filter(([, value]) => value !== ''))
}

/** What is wrong with the value of a parameter; nothing is wrong with what has not been typed yet. */
export function ownProblem({ type }: OwnParameter, value = ''): string | undefined {
  if (type !== 'number' || value.trim() === '') return undefined
  return Number.isFinite(Number(value)) ? undefined : `“${value.trim()}” is not a number.`
}

/** Whether all that is required is there, and nothing is wrong. */
export function areOwnComplete(declared: readonly OwnParameter[], values: OwnValues): boolean {
  const sent = toOwnParameters(declared, values)
  return declared.every(
    (one) =>
      ownProblem(one, ownValue(values, one.name)) === undefined &&
      (!one.required || ownValue(sent, one.name) !== undefined),
  )
}
