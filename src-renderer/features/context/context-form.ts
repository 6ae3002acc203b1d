import type { LegalValue, ListedContextField } from '../../../src-shared/schemas/context-field.ts'

/** A field as it is edited: its legal values as lines, `value` or `value: description`. */
export interface ContextFieldForm {
  name: string
  description: string
  stickiness: boolean
  legalValues: string
}

export function toForm(field: ListedContextField | undefined): ContextFieldForm {
  return {
    name: field?.name ?? '',
    description: field?.description ?? '',
    stickiness: field?.stickiness ?? false,
    legalValues: (field?.legalValues ?? []).map(toLine).join('\n'),
  }
}

const toLine = ({ value, description }: LegalValue) => (description ? `${value}: ${description}` : value)

/** The body to send; `before` is the field that is edited. */
export function toBody(
  { description, stickiness, legalValues }: ContextFieldForm,
  before?: ListedContextField,
) {
  return {
    description: description.trim() || null,
    stickiness,
    sortOrder: before?.sortOrder ?? 0,
    legalValues: legalValues.split('\n').flatMap(toLegalValue),
  }
}

function toLegalValue(line: string): LegalValue[] {
  const colon = line.indexOf(':')
  const value = (colon < 0 ? line : line.slice(0, colon)).trim()
  const description = colon < 0 ? '' : line.slice(colon + 1).trim()
  if (value === '') return []
  return [{ value, ...(description === '' ? {} : { description }) }]
}
