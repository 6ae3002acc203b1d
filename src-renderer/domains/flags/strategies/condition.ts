import { isMultiValue } from '#shared/flags/constraints/validate-constraint.ts'
import type { Operator } from '#shared/flags/schemas/constraint.ts'
import { splitList } from '#ui/comma-list.ts'

interface Stored {
  operator: Operator
  values?: string[] | undefined
  value?: string | undefined
  inverted?: boolean | undefined
  caseInsensitive?: boolean | undefined
}

/** A condition as it is edited: a constraint on the context, or a filter of signals. */
export interface Condition<O extends Operator = Operator> {
  operator: O
  /** The values of operators that compare with a list. */
  values: string[]
  /** The value of the other operators; of a list, what is typed and no chip yet. */
  text: string
  inverted: boolean
  caseInsensitive: boolean
  /** The condition that the form began with: what its operator does not use is sent back as it came. */
  stored?: Stored
}

export const emptyCondition = <O extends Operator>(operator: O): Condition<O> => ({
  operator,
  values: [],
  text: '',
  inverted: false,
  caseInsensitive: false,
})

export function toCondition<O extends Operator>(stored: Stored & { operator: O }): Condition<O> {
  const { operator, values = [], value = '', inverted = false, caseInsensitive = false } = stored
  const { contextName: _name, ...kept } = stored as Stored & { contextName?: string }
  return {
    operator,
    values: [...values],
    text: isMultiValue(operator) ? '' : value,
    inverted,
    caseInsensitive,
    stored: kept,
  }
}

/** All values of a list, what is still typed included. */
export function valuesOf({ values, text }: Pick<Condition, 'values' | 'text'>): string[] {
  return [...values, ...splitList(text).filter((value) => !values.includes(value))]
}

/** The part of a constraint or filter that says what is asked of the value. */
export function toStored<O extends Operator>(condition: Condition<O>): Stored & { operator: O } {
  const { operator, text, stored } = condition
  const isSame = stored?.operator === operator
  return {
    ...(isSame ? stored : {}),
    ...(isMultiValue(operator) ? { values: valuesOf(condition) } : { value: text }),
    ...flag('inverted', condition),
    ...flag('caseInsensitive', condition),
    operator,
  }
}

/** Tells whether an operator compares letters, so that their case can be ignored. */
export const hasLetterCase = (operator: Operator): boolean =>
  operator.startsWith('STR_') || operator === 'REGEX'

/** A flag that is off, or that the operator does not know, is left out, unless it came so. */
function flag(name: 'inverted' | 'caseInsensitive', condition: Condition): Partial<Stored> {
  const isKnown = name === 'inverted' || hasLetterCase(condition.operator)
  const isSent = (condition[name] && isKnown) || condition.stored?.[name] !== undefined
  return isSent ? { [name]: condition[name] } : {}
}

/** Tells whether the condition is still empty, and so has no problem. */
export const isBlank = ({ operator, values, text }: Condition): boolean =>
  text.trim() === '' && (!isMultiValue(operator) || values.length === 0)
