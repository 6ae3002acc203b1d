import { ownValue } from '../../own-value.ts'
import { valueAt } from './payload-paths.ts'

/**
 * Places of the id by which a delivery is known when its sender repeats it (ADR 85): the headers of known senders, a header or a path into
 * the payload with a name, or nowhere.
 */
export const DELIVERY_ID_PLACES = ['known', 'header', 'path', 'none'] as const

export interface DeliveryIdPlace {
  in: (typeof DELIVERY_ID_PLACES)[number]
  /** Name of the header, or the path; null: the place has none. */
  name: string | null
}

export const KNOWN_PLACE: DeliveryIdPlace = { in: 'known', name: null }

/** Id of a delivery, with its place in the request for errors. */
interface DeliveryId {
  id: string
  /** Such as `/headers/webhook-id`. */
  at: string
}

interface Delivered {
  headers: Readonly<Record<string, unknown>>
  payload: unknown
}

interface KnownSender {
  /** Header by which the sender is told from others that send the same one. */
  readonly mark?: string
  readonly in: 'header' | 'path'
  readonly name: string
}

/** Senders that name their deliveries, in the order in which they are tried. */
const KNOWN_SENDERS: readonly KnownSender[] = [
  // Standard Webhooks
  { in: 'header', name: 'webhook-id' },
  { in: 'header', name: 'x-github-delivery' },
  // GitLab, and others that follow the draft of the IETF
  { in: 'header', name: 'idempotency-key' },
  // Sentry: a proxy may send a header of this name, too
  { mark: 'sentry-hook-resource', in: 'header', name: 'request-id' },
  { mark: 'x-pagerduty-signature', in: 'path', name: 'event.id' },
]

/** Finds the id of a delivery. Returns undefined if its sender gives it none. */
export function deliveryIdOf(place: DeliveryIdPlace, delivered: Delivered): DeliveryId | undefined {
  if (place.in === 'header' || place.in === 'path') return idAt(place.in, place.name ?? '', delivered)
  if (place.in === 'none') return undefined
  for (const { mark, in: kind, name } of KNOWN_SENDERS) {
    if (mark !== undefined && ownValue(delivered.headers, mark) === undefined) continue
    const found = idAt(kind, name, delivered)
    if (found) return found
  }
  return undefined
}

function idAt(
  kind: 'header' | 'path',
  name: string,
  { headers, payload }: Delivered,
): DeliveryId | undefined {
  const value = kind === 'header' ? ownValue(headers, name.toLowerCase()) : valueAt(payload, name)
  const id = Number.isSafeInteger(value) ? String(value) : value
  // a number that is not read exactly may be that of another delivery
  if (typeof id !== 'string' || id === '') return undefined
  return { id, at: kind === 'header' ? `/headers/${name.toLowerCase()}` : `/body/${name}` }
}
