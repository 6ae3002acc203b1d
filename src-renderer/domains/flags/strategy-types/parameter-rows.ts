import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'

export const PARAMETER_TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'percentage', label: 'Percentage' },
  { value: 'list', label: 'List' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
] as const

type ParameterType = (typeof PARAMETER_TYPES)[number]['value']

/** A parameter as it is edited. */
export interface ParameterRow {
  name: string
  type: ParameterType
  required: boolean
  description: string
}

export const emptyParameter = (): ParameterRow => ({
  name: '',
  type: 'string',
  required: false,
  description: '',
})

export const toParameterRows = (parameters: StrategyType['parameters']): ParameterRow[] =>
  parameters.map(({ name, type, required, description }) => ({
    name,
    type: PARAMETER_TYPES.find(({ value }) => value === type)?.value ?? 'string',
    required,
    description,
  }))

/** The parameters to send; rows in which nothing was entered are none. */
export const toParameters = (rows: readonly ParameterRow[]): ParameterRow[] =>
  rows
    .filter(({ name, description }) => name.trim() !== '' || description.trim() !== '')
    .map((row) => ({ ...row, name: row.name.trim(), description: row.description.trim() }))

/** Finds what is wrong with the rows; undefined: nothing. */
export function parametersProblem(rows: readonly ParameterRow[]): string | undefined {
  const parameters = toParameters(rows)
  if (parameters.some(({ name }) => name === '')) return 'Each parameter needs a name.'
  const names = parameters.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `Two parameters have the name “${twice}”.`
}

/** Rows from lines: `level number ! How high`, where ! means required. */
export function readParameters(text: string): { rows: ParameterRow[]; problem?: string } {
  const rows: ParameterRow[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [name, afterName] = splitWord(line)
    const [type, afterType] = splitWord(afterName || 'string')
    const [mark, afterMark] = splitWord(afterType)
    const known = PARAMETER_TYPES.find(({ value }) => value === type)
    if (!known) return { rows, problem: `“${type}” is not a type of parameter.` }
    const required = mark === '!'
    rows.push({ name, type: known.value, required, description: required ? afterMark : afterType })
  }
  return { rows }
}

/** The first word of a text, and what follows the blanks after it. */
function splitWord(text: string): [word: string, rest: string] {
  const at = text.search(/\s/)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()]
}
