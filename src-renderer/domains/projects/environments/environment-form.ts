import type { Environment } from '#shared/projects/schemas/environment.ts'

/** Known types (docs/contract/projects.md#environments); any other word is allowed. */
const KNOWN_TYPES = ['development', 'test', 'preproduction', 'production']
const OTHER = 'other'

export const TYPE_OPTIONS = [
  { value: 'development', label: 'Development' },
  { value: 'test', label: 'Test' },
  { value: 'preproduction', label: 'Pre-production' },
  { value: 'production', label: 'Production' },
  { value: OTHER, label: 'Other' },
]

/** Entered type of an environment: a known type, or another word. */
export interface TypeForm {
  type: string
  otherType: string
}

export interface EnvironmentForm extends TypeForm {
  name: string
  /** Number as text; empty: each project decides. */
  approvals: string
}

export const isOther = ({ type }: TypeForm): boolean => type === OTHER

/** Converts a type to form values. */
export function toTypeForm(type: string): TypeForm {
  return KNOWN_TYPES.includes(type) ? { type, otherType: '' } : { type: OTHER, otherType: type }
}

/** Gets the type to send. */
export const typeOf = (form: TypeForm): string => (isOther(form) ? form.otherType.trim() : form.type)

/** Converts an environment to form values; none: a new environment. */
export function toForm(environment?: Environment): EnvironmentForm {
  return {
    name: environment?.name ?? '',
    ...toTypeForm(environment?.type ?? 'development'),
    approvals: environment?.requiredApprovals?.toString() ?? '',
  }
}

/** Builds the change to send, without the name. */
export function toChange(form: EnvironmentForm): { type: string; requiredApprovals: number | null } {
  const approvals = form.approvals.trim()
  return { type: typeOf(form), requiredApprovals: approvals === '' ? null : Number(approvals) }
}

/** Places by name, after the one at `from` has moved to where the one at `to` is. */
export function placesAfterMove(names: readonly string[], from: number, to: number): Record<string, number> {
  const order = [...names]
  const [moved] = order.splice(from, 1)
  if (moved !== undefined) order.splice(to, 0, moved)
  return Object.fromEntries(order.map((name, index) => [name, index + 1]))
}
