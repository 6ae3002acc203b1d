import type { Operator } from '../schemas/constraint.ts'

/** Type of a context field, if known. */
export type FieldKind = 'date' | 'number' | 'version' | 'address' | 'text' | 'id' | 'any'

type Group = 'list' | 'text' | 'number' | 'date' | 'version' | 'network'

interface OperatorOption {
  value: Operator
  label: string
}

const GROUPS: Record<Group, { label: string; options: readonly OperatorOption[] }> = {
  list: {
    label: 'List',
    options: [
      { value: 'IN', label: 'is one of' },
      { value: 'NOT_IN', label: 'is none of' },
    ],
  },
  text: {
    label: 'Text',
    options: [
      { value: 'STR_CONTAINS', label: 'contains' },
      { value: 'STR_STARTS_WITH', label: 'starts with' },
      { value: 'STR_ENDS_WITH', label: 'ends with' },
      { value: 'REGEX', label: 'matches the regular expression' },
    ],
  },
  number: {
    label: 'Number',
    options: [
      { value: 'NUM_EQ', label: 'equals' },
      { value: 'NUM_GT', label: 'is greater than' },
      { value: 'NUM_GTE', label: 'is at least' },
      { value: 'NUM_LT', label: 'is less than' },
      { value: 'NUM_LTE', label: 'is at most' },
    ],
  },
  date: {
    label: 'Date and time',
    options: [
      { value: 'DATE_AFTER', label: 'is after' },
      { value: 'DATE_BEFORE', label: 'is before' },
    ],
  },
  version: {
    label: 'Version',
    options: [
      { value: 'SEMVER_EQ', label: 'version is' },
      { value: 'SEMVER_GT', label: 'version is above' },
      { value: 'SEMVER_GTE', label: 'version is at least' },
      { value: 'SEMVER_LT', label: 'version is below' },
      { value: 'SEMVER_LTE', label: 'version is at most' },
    ],
  },
  network: { label: 'Network', options: [{ value: 'IN_CIDR', label: 'is in the IP range' }] },
}

/** The groups that fit a kind of field, the likeliest first. */
const FITTING: Record<FieldKind, readonly Group[]> = {
  date: ['date'],
  number: ['number', 'list'],
  version: ['version', 'list', 'text'],
  address: ['network', 'list', 'text'],
  text: ['list', 'text'],
  id: ['list', 'text', 'number'],
  any: ['list', 'text', 'number', 'date', 'version', 'network'],
}

export interface OperatorGroup {
  label: string
  options: readonly OperatorOption[]
}

/**
 * The operators that fit a kind of field, in groups. `current` stays among them though it fits no more, and `allowed`
 * leaves out those that the place does not know.
 */
export function operatorGroups(
  kind: FieldKind,
  current: Operator,
  allowed?: readonly Operator[],
): OperatorGroup[] {
  const isAllowed = ({ value }: OperatorOption) => value === current || (allowed?.includes(value) ?? true)
  const groups = FITTING[kind].map((name) => GROUPS[name])
  const isThere = groups.some((group) => group.options.some(({ value }) => value === current))
  const others = Object.values(GROUPS)
    .map((group) => ({ ...group, options: group.options.filter(({ value }) => value === current) }))
    .filter((group) => group.options.length > 0)
  return [...groups, ...(isThere ? [] : others)]
    .map((group) => ({ ...group, options: group.options.filter(isAllowed) }))
    .filter((group) => group.options.length > 0)
}

/** The operator that a new constraint on such a field begins with, of those that the place knows. */
export function firstOperator(kind: FieldKind, allowed?: readonly Operator[]): Operator {
  const options = FITTING[kind].flatMap((name) => GROUPS[name].options)
  return options.find(({ value }) => allowed?.includes(value) ?? true)?.value ?? 'IN'
}
