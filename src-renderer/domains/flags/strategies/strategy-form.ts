import { ownValue } from '#shared/own-value.ts'
import type { CreateStrategy, ListedStrategy } from '#shared/flags/schemas/strategy.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { strategyLabel } from '#shared/flags/evaluation/explain.ts'
import { toConstraint, toConstraintForm, type ConstraintForm } from './constraint-form.ts'
import { splitList } from '#ui/comma-list.ts'
import { toCustomParameters, type CustomValues } from './custom-parameters.ts'
import { toVariantForm, toVariants, type VariantForm } from '../variants/variant-form.ts'

/** Strategy as edited. */
export interface StrategyForm {
  name: string
  title: string
  disabled: boolean
  rollout: number
  stickiness: string
  groupId: string
  list: string
  /** Parameters of a kind defined by the instance. */
  own: CustomValues
  constraints: ConstraintForm[]
  segments: number[]
  variants: VariantForm[]
}

/** Kinds that every SDK knows. */
const KINDS = [
  { value: 'flexibleRollout', label: 'Gradual rollout' },
  { value: 'default', label: 'Standard' },
  { value: 'remoteAddress', label: 'IPs' },
  { value: 'applicationHostname', label: 'Hosts' },
]

const FIRST_KIND = 'flexibleRollout'

/**
 * Checks whether the form is built from the kind's declared parameters: there is no dedicated form for it.
 */
export const isDeclared = ({ name }: StrategyType): boolean => !KINDS.some(({ value }) => value === name)

/**
 * Lists the kinds to offer: those every SDK knows, the instance's own and those of former versions.
 * Deprecated kinds are left out, except the kind of the edited strategy.
 */
export function offeredKinds(types: readonly StrategyType[], edited = FIRST_KIND) {
  const deprecated = new Set(types.filter((type) => type.deprecated).map((type) => type.name))
  const own = types
    .filter(isDeclared)
    .map(({ name, title }) => ({ value: name, label: title || strategyLabel(name) }))
  const all = [...KINDS, ...own]
  const offered = all.filter(({ value }) => value === edited || !deprecated.has(value))
  return offered.some(({ value }) => value === edited)
    ? offered
    : [...offered, { value: edited, label: strategyLabel(edited) }]
}

/** Parameter that holds the list of a kind, with the texts of its field. */
export const LISTS: Record<string, { parameter: string; label: string; hint: string }> = {
  remoteAddress: {
    parameter: 'IPs',
    label: 'Addresses',
    hint: 'IP addresses and CIDR ranges. Press Enter after each one, or paste a list.',
  },
  applicationHostname: {
    parameter: 'hostNames',
    label: 'Host names',
    hint: 'Press Enter after each one, or paste a list.',
  },
}

export function emptyForm(flag: string): StrategyForm {
  return {
    name: FIRST_KIND,
    title: '',
    disabled: false,
    rollout: 100,
    stickiness: 'default',
    groupId: flag,
    list: '',
    own: {},
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
    list: ownValue(parameters, ownValue(LISTS, name)?.parameter ?? '') ?? '',
    own: { ...parameters },
    constraints: strategy.constraints.map(toConstraintForm),
    segments: [...strategy.segments],
    variants: strategy.variants.map(toVariantForm),
  }
}

/** Checks whether one of the advanced fields differs from its default. */
export const isAdvanced = ({ title, disabled, groupId }: StrategyForm, flag: string): boolean =>
  title !== '' || disabled || groupId !== flag

/**
 * Builds the body to send. `before` is the strategy that is edited or copied. `type` is its kind, if the
 * instance defines it.
 */
export function toBody(form: StrategyForm, before?: ListedStrategy, type?: StrategyType): CreateStrategy {
  return {
    name: form.name,
    title: form.title.trim() || null,
    disabled: form.disabled,
    constraints: form.constraints.map(toConstraint),
    parameters: parametersOf(form, before, type),
    segments: form.segments,
    variants: toVariants(form.variants, variantStickiness(form, before)),
  }
}

/** Sets the variants' stickiness to the rollout's, unless they had another stickiness before. */
function variantStickiness(form: StrategyForm, before?: ListedStrategy): string {
  const own = before?.variants[0]?.stickiness
  if (own !== undefined && own !== before?.parameters['stickiness']) return own
  return form.name === 'flexibleRollout' ? form.stickiness : 'default'
}

function parametersOf(
  { name, rollout, stickiness, groupId, list, own }: StrategyForm,
  before?: ListedStrategy,
  type?: StrategyType,
): Record<string, string> {
  if (name === 'flexibleRollout') return { rollout: String(rollout), stickiness, groupId }
  const parameter = ownValue(LISTS, name)?.parameter
  if (parameter) return { [parameter]: splitList(list).join(',') }
  const stored = before?.name === name ? before.parameters : {}
  if (!type) return stored
  // keep parameters that the kind does not declare (any more)
  const declared = new Set(type.parameters.map((one) => one.name))
  const others = Object.entries(stored).filter(([parameter]) => !declared.has(parameter))
  return { ...Object.fromEntries(others), ...toCustomParameters(type.parameters, own) }
}
