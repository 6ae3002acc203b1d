import type { LoggedCall } from '#shared/clients/schemas/evaluation-log.ts'
import type { OptionGroup } from '#ui/options.ts'
import { fieldNamed, type Field } from '#pages/flags/context/known-fields.ts'
import { parseContext } from '#shared/insight/result-changes/parse-context.ts'

/** First letters of the options' values. */
const CONTEXT = 'c'
const PAIR = 'p'
const NAME = 'n'

/** Contexts that are offered. */
const RECENT = 20

/** A context as the line that is typed for it. A field that a line cannot say is left out. */
export function contextLine(context: Readonly<Record<string, unknown>>): string {
  const { properties, environment: _environment, ...root } = context
  const inner = typeof properties === 'object' && properties !== null ? properties : {}
  return Object.entries({ ...root, ...inner })
    .flatMap(([name, value]) => (typeof value === 'string' ? (pairOf(name, value) ?? []) : []))
    .join(' ')
}

function pairOf(name: string, value: string): string | undefined {
  const pair = `${name}=${/\s/.test(value) ? `"${value}"` : value}`
  const read = Object.entries(parseContext(pair))
  return read.length === 1 && read[0]?.[0] === name && read[0][1] === value ? pair : undefined
}

/** The line with what was chosen: a pair sets its field and keeps the others, a name waits for its value at the end. */
export function fillIn(line: string, chosen: string): string {
  const [kind, text = ''] = [chosen.slice(0, 1), chosen.slice(1)]
  if (kind === CONTEXT) return text
  const present = parseContext(line)
  if (kind === PAIR) return contextLine({ ...present, ...parseContext(text) })
  const { [text]: value = '', ...others } = present
  return [contextLine(others), pairOf(text, value) ?? `${text}=`].filter(Boolean).join(' ')
}

/** Contexts of the last evaluations, those of the environment only where it is named; then the fields that are known. */
export function contextOptions(
  calls: readonly Pick<LoggedCall, 'context' | 'environment'>[],
  fields: readonly Field[],
  environment?: string,
): OptionGroup[] {
  const lines = new Set<string>()
  for (const call of calls) {
    if (lines.size === RECENT) break
    if (!call.context || (environment !== undefined && call.environment !== environment)) continue
    const line = contextLine(call.context)
    if (line !== '') lines.add(line)
  }
  const groups = [
    { label: 'Recent contexts', options: [...lines].map((line) => ({ value: CONTEXT + line, label: line })) },
    { label: 'Context fields', options: namesOf(fields).flatMap((name) => optionsOf(name, fields)) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const namesOf = (fields: readonly Field[]) => [...new Set(fields.map(({ name }) => name))]

function optionsOf(name: string, fields: readonly Field[]) {
  const field = fieldNamed(name, fields)
  const pairs = (field?.legalValues ?? []).flatMap(({ value, description: note }) => {
    const pair = pairOf(name, value)
    return pair === undefined ? [] : [{ value: PAIR + pair, label: pair, note }]
  })
  if (pairs.length > 0) return pairs
  return pairOf(name, '') === undefined
    ? []
    : [{ value: NAME + name, label: `${name}=`, note: field?.description ?? undefined }]
}
