import { flattenPayload } from '#shared/signals/rules/index.ts'

/** Longest path and value that a search takes. */
const MOST_CHARACTERS = 200
const MAX_CHOICES = 200

/** Value at a path of a payload. */
export interface NamedValue {
  path: string
  value: string
}

/** Reads `severity=critical` from the route: a path has no equals sign. */
export function readNamedValue(text: string): NamedValue | undefined {
  const at = text.indexOf('=')
  const [path, value] = [text.slice(0, at), text.slice(at + 1)]
  if (at <= 0 || path.length > MOST_CHARACTERS || value.length > MOST_CHARACTERS) return undefined
  return { path, value }
}

/** Lists the values in payloads, those that several have first, as choices of a filter. */
export function valueChoices(payloads: readonly unknown[]): { value: string; label: string }[] {
  const counts = new Map<string, number>()
  for (const payload of payloads)
    for (const [path, value] of flattenPayload(payload)) {
      const text = `${path}=${value}`
      if (!path.includes('=') && readNamedValue(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  return [...counts]
    .sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1))
    .slice(0, MAX_CHOICES)
    .map(([value]) => ({ value, label: value.replace('=', ' = ') }))
}
