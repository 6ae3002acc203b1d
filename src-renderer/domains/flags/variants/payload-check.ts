import { jsonFault } from '#ui/json-fault.ts'
import type { VariantForm } from './variant-form.ts'

type PayloadType = VariantForm['payloadType']

/** Finds what is wrong with a payload of a type; undefined: nothing. */
export function payloadProblem(type: PayloadType, payload: string): string | undefined {
  if (type === 'json') return jsonFault(payload)?.message
  if (type !== 'number') return undefined
  const isNumber = payload.trim() !== '' && Number.isFinite(Number(payload))
  return isNumber ? undefined : payload === '' ? 'Enter a number.' : `“${payload}” is not a number.`
}

/** Summarises a valid payload: "3 values". */
export function payloadNote(type: PayloadType, payload: string): string {
  if (type === 'json') return 'Valid JSON.'
  if (type !== 'csv' || payload.trim() === '') return ''
  const lines = payload.split('\n').filter((line) => line.trim() !== '')
  const columns = new Set(lines.map((line) => line.split(',').length))
  const [count = 0] = columns
  if (lines.length === 1) return `${count} ${count === 1 ? 'value' : 'values'}.`
  return columns.size === 1
    ? `${lines.length} lines of ${count}.`
    : 'The lines do not have the same number of values.'
}

/** The same JSON on lines, indented; text that is none stays as it is. */
export function prettyJson(text: string): string {
  return jsonFault(text) ? text : JSON.stringify(JSON.parse(text), null, 2)
}
