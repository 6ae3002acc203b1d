import type { LegalValue, ListedContextField } from '#shared/flags/schemas/context-field.ts'

/** A legal value as it is edited. */
export interface LegalValueRow {
  value: string
  description: string
}

/** A field as it is edited. */
export interface ContextFieldForm {
  name: string
  description: string
  stickiness: boolean
  legalValues: LegalValueRow[]
}

export const emptyLegalValue = (): LegalValueRow => ({ value: '', description: '' })

export function toForm(field: ListedContextField | undefined): ContextFieldForm {
  return {
    name: field?.name ?? '',
    description: field?.description ?? '',
    stickiness: field?.stickiness ?? false,
    legalValues: (field?.legalValues ?? []).map(({ value, description = '' }) => ({ value, description })),
  }
}

/** The body to send; `before` is the field that is edited. */
export function toBody(
  { description, stickiness, legalValues }: ContextFieldForm,
  before?: ListedContextField,
) {
  return {
    description: description.trim() || null,
    stickiness,
    sortOrder: before?.sortOrder ?? 0,
    legalValues: legalValues.flatMap(toLegalValue),
  }
}

/** A row that is blank is no value. */
function toLegalValue({ value, description }: LegalValueRow): LegalValue[] {
  if (value.trim() === '') return []
  return [{ value: value.trim(), ...(description.trim() === '' ? {} : { description: description.trim() }) }]
}

/** Finds what is wrong with the rows; undefined: nothing. */
export function legalValuesProblem(rows: readonly LegalValueRow[]): string | undefined {
  const unnamed = rows.findIndex(({ value, description }) => value.trim() === '' && description.trim() !== '')
  if (unnamed >= 0) return `Row ${unnamed + 1} has a description, but no value.`
  const values = rows.map(({ value }) => value.trim()).filter((value) => value !== '')
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  return twice === undefined ? undefined : `“${twice}” is listed twice.`
}

/** Rows from lines: `value` or `value: description`. */
export const readLegalValues = (text: string): LegalValueRow[] =>
  text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':')
    const value = (colon < 0 ? line : line.slice(0, colon)).trim()
    const description = colon < 0 ? '' : line.slice(colon + 1).trim()
    return value === '' ? [] : [{ value, description }]
  })
