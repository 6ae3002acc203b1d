import type { Impression } from '#shared/clients/schemas/impression.ts'

const COLUMNS = [
  'receivedAt',
  'sessionId',
  'userId',
  'appName',
  'environment',
  'featureName',
  'eventType',
  'enabled',
  'variant',
  'reason',
  'eventId',
  'context',
  'warnings',
] as const satisfies (keyof Impression)[]

/** One JSON object a line. */
export const toNdjson = (impressions: readonly Impression[]) =>
  impressions.map((one) => `${JSON.stringify(one)}\n`).join('')

const LINE = '\r\n'
export const CSV_HEADER = `${COLUMNS.join(',')}${LINE}`

/** Lines of RFC 4180; what could be taken for a formula by a spreadsheet is made text. */
export const toCsv = (impressions: readonly Impression[]) =>
  impressions.map((one) => `${COLUMNS.map((column) => toCell(one[column])).join(',')}${LINE}`).join('')

function toCell(value: Impression[keyof Impression]): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
