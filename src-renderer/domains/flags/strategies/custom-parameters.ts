import { ownValue } from '#shared/own-value.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { splitList } from '#ui/comma-list.ts'

/** Parameter declared by a kind of strategy of the instance. */
export type CustomParameter = StrategyType['parameters'][number]

/** Entered values of parameters, by name, as text. */
export type CustomValues = Record<string, string>

/** Values sent for required parameters left untouched: what the control shows. */
const UNTOUCHED: Record<string, string> = { percentage: '0', boolean: 'false' }

/**
 * Splits a list parameter into its values and the unfinished text typed after them. The unfinished text is
 * kept on a line of its own, so that nothing typed is lost.
 */
export function listParameter(text: string): { values: string[]; typed: string } {
  const end = text.lastIndexOf('\n')
  return end < 0
    ? { values: splitList(text), typed: '' }
    : { values: splitList(text.slice(0, end)), typed: text.slice(end + 1) }
}

export const listText = (values: readonly string[], typed: string): string =>
  typed === '' ? values.join(',') : `${values.join(',')}\n${typed}`

/** Builds the parameters to send; blank optional parameters are left out. */
export function toCustomParameters(declared: readonly CustomParameter[], values: CustomValues): CustomValues {
  const sent = declared.map(({ name, type, required }) => {
    const text = ownValue(values, name) ?? ''
    const value = type === 'list' ? splitList(text).join(',') : text.trim()
    return [name, value === '' && required ? (ownValue(UNTOUCHED, type) ?? '') : value] as const
  })
  return Object.fromEntries(sent.filter(([, value]) => value !== ''))
}

/** Validates the value of a parameter; an empty value is not an error yet. */
export function customParameterProblem({ type }: CustomParameter, value = ''): string | undefined {
  if (type !== 'number' || value.trim() === '') return undefined
  return Number.isFinite(Number(value)) ? undefined : `“${value.trim()}” is not a number.`
}

/** Checks that all required values are present and all values are valid. */
export function areCustomParametersComplete(
  declared: readonly CustomParameter[],
  values: CustomValues,
): boolean {
  const sent = toCustomParameters(declared, values)
  return declared.every(
    (one) =>
      customParameterProblem(one, ownValue(values, one.name)) === undefined &&
      (!one.required || ownValue(sent, one.name) !== undefined),
  )
}
