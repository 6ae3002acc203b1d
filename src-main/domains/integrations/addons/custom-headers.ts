import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Headers that describe the request itself. Users cannot set them. */
const OURS = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect', 'te'])

/** Parses headers from JSON text. Returns undefined if it is invalid. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  const isEach = entries.every(
    ([name, one]) => typeof one === 'string' && !OURS.has(name.toLowerCase()) && isHeader(name, one),
  )
  return isEach
    ? Object.fromEntries(entries.map(([name, one]) => [name.toLowerCase(), String(one)]))
    : undefined
}

export function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
