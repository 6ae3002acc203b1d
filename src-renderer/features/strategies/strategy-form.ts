import { isMultiValue } from '../../../src-shared/constraints/validate-constraint.ts'
import type { Constraint, Operator } from '../../../src-shared/schemas/constraint.ts'
import type { CreateStrategy, ListedStrategy } from '../../../src-shared/schemas/strategy.ts'
import { toVariantForm, toVariants, type VariantForm } from '../variants/variant-form.ts'

/** A constraint as it is edited: its values as lines of one text. */
export interface ConstraintForm {
  contextName: string
  operator: Operator
  text: string
  inverted: boolean
  caseInsensitive: boolean
}

/** A strategy as it is edited. */
export interface StrategyForm {
  name: string
  title: string
  disabled: boolean
  rollout: number
  stickiness: string
  groupId: string
  list: string
  constraints: ConstraintForm[]
  segments: number[]
  variants: VariantForm[]
}

/** The kinds that are offered: those that every SDK knows. */
export const KINDS = [
  { value: 'flexibleRollout', label: 'Gradual rollout' },
  { value: 'default', label: 'Standard' },
  { value: 'remoteAddress', label: 'IPs' },
  { value: 'applicationHostname', label: 'Hosts' },
]

/** The parameter that holds the list of a kind, with the words for its field. */
export const LISTS: Record<string, { parameter: string; label: string; hint: string }> = {
  remoteAddress: {
    parameter: 'IPs',
    label: 'Addresses',
    hint: 'IP addresses and CIDR ranges, separated by commas.',
  },
  applicationHostname: { parameter: 'hostNames', label: 'Host names', hint: 'Separated by commas.' },
}

export function emptyForm(flag: string): StrategyForm {
  return {
    name: 'flexibleRollout',
    title: '',
    disabled: false,
    rollout: 100,
    stickiness: 'default',
    groupId: flag,
    list: '',
    constraints: [],
    segments: [],
    variants: [],
  }
}

export function toForm(strategy: ListedStrategy, flag: string): StrategyForm {
  const { name, parameters } = strategy
  return {
    ...emptyForm(flag),
    name,
    title: strategy.title ?? '',
    disabled: strategy.disabled,
    rollout: Number(parameters['rollout'] ?? 100),
    stickiness: parameters['stickiness'] ?? 'default',
    groupId: parameters['groupId'] ?? flag,
    list: parameters[LISTS[name]?.parameter ?? ''] ?? '',
    constraints: strategy.constraints.map(toConstraintForm),
    segments: [...strategy.segments],
    variants: strategy.variants.map(toVariantForm),
  }
}

export function toConstraintForm(constraint: Constraint): ConstraintForm {
  const { contextName, operator, values, value, inverted = false, caseInsensitive = false } = constraint
  const text = isMultiValue(operator) ? values.join('\n') : (value ?? '')
  return { contextName, operator, text, inverted, caseInsensitive }
}

export function emptyConstraint(): ConstraintForm {
  return { contextName: 'userId', operator: 'IN', text: '', inverted: false, caseInsensitive: false }
}

export function toConstraint({ contextName, operator, text, inverted, caseInsensitive }: ConstraintForm) {
  const values = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return {
    contextName,
    operator,
    ...(isMultiValue(operator) ? { values } : { values: [], value: text.trim() }),
    ...(inverted ? { inverted } : {}),
    ...(caseInsensitive ? { caseInsensitive } : {}),
  }
}

/** The body to send; `before` is the strategy that is edited. */
export function toBody(form: StrategyForm, before?: ListedStrategy): CreateStrategy {
  return {
    name: form.name,
    title: form.title.trim() || null,
    disabled: form.disabled,
    constraints: form.constraints.map(toConstraint),
    parameters: parametersOf(form, before),
    segments: form.segments,
    variants: toVariants(form.variants, form.name === 'flexibleRollout' ? form.stickiness : 'default'),
  }
}

function parametersOf(
  { name, rollout, stickiness, groupId, list }: StrategyForm,
  before?: ListedStrategy,
): Record<string, string> {
  if (name === 'flexibleRollout') return { rollout: String(rollout), stickiness, groupId }
  const parameter = LISTS[name]?.parameter
  if (parameter) return { [parameter]: list.trim() }
  return before?.name === name ? before.parameters : {}
}
