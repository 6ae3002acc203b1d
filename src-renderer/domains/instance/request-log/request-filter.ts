import { STATUS_CLASSES } from '#shared/instance/schemas/request-log.ts'

export const REQUEST_FILTERS = ['status', 'outcome', 'method', 'operation', 'caller'] as const
type Filters = Readonly<Record<(typeof REQUEST_FILTERS)[number], string>>
type StatusClass = (typeof STATUS_CLASSES)[number]

const STATUSES: Readonly<Record<StatusClass, string>> = {
  '2xx': '2xx, answered',
  '3xx': '3xx, not modified or elsewhere',
  '4xx': '4xx, refused',
  '5xx': '5xx, failed',
  open: 'Open streams',
}

export const STATUS_OPTIONS = STATUS_CLASSES.map((value) => ({ value, label: STATUSES[value] }))
export const OUTCOME_OPTIONS = [{ value: 'refused', label: 'Only refused' }]
export const METHOD_OPTIONS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((value) => ({
  value,
  label: value,
}))

/** Makes the query of the request log. A filter that it would not take is left out. */
export function toRequestQuery(text: string, filters: Filters): Record<string, string> {
  const { status, outcome, method, operation, caller } = filters
  return {
    ...(text.trim() === '' ? {} : { query: text.trim() }),
    ...(STATUS_CLASSES.some((one) => one === status) ? { status } : {}),
    ...(outcome === 'refused' ? { refused: 'true' } : {}),
    ...(method === '' ? {} : { method }),
    ...(operation === '' ? {} : { operation }),
    ...(caller === '' ? {} : { caller }),
  }
}
