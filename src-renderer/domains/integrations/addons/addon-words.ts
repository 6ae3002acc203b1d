import { figure } from '../../../lib/figures.ts'
import { EVENT_TYPES, EVENTS } from '../../../../src-shared/audit/events/index.ts'
import { findProvider, isAll, type AddonFilter } from '../../../../src-shared/integrations/addons/index.ts'
import type { DeliveryState } from '../../../../src-shared/integrations/schemas/addon.ts'
import type { AddonTestRequest } from '../../../../src-shared/integrations/schemas/addon-test.ts'

const LABELS = new Map<string, string>(EVENT_TYPES.map((type) => [type, EVENTS[type].label]))

/** What people call a kind of event; one that this version does not know is shown as it is written. */
export function eventInWords(type: string): string {
  return LABELS.get(type) ?? type
}

/** The events to choose from: those of the provider that can happen here, and those that are chosen already. */
export function eventOptions(
  provider: string,
  chosen: readonly string[],
): { value: string; label: string; note: string }[] {
  const offered = findProvider(provider)?.events.filter((type) => LABELS.has(type)) ?? []
  return [...new Set([...offered, ...chosen])].map((type) => ({
    value: type,
    label: eventInWords(type),
    note: type,
  }))
}

/** Of how much it is told: "4 events". */
export function eventsInWords({ events }: Pick<AddonFilter, 'events'>): string {
  const [only] = events
  if (only !== undefined && events.length === 1) return eventInWords(only)
  return events.length === 0 ? 'nothing' : `${events.length} event types`
}

/** Where it is told of: "all", or which. */
export function placesInWords(chosen: readonly string[]): string {
  return isAll(chosen) ? 'all' : chosen.join(', ')
}

export const STATES: Record<DeliveryState, { label: string; tone: 'success' | 'danger' | 'warning' }> = {
  success: { label: 'taken', tone: 'success' },
  successWithErrors: { label: 'partly accepted', tone: 'warning' },
  failed: { label: 'failed', tone: 'danger' },
}

/** Whom a request of a test was for: "releases on slack.com". */
export function targetOf({ channel, host }: Pick<AddonTestRequest, 'channel' | 'host'>): string {
  return channel === null ? host : `${channel} on ${host}`
}

/** How it was answered, and how soon: "200 in 12 ms". */
export function answerInWords({
  status,
  durationMs,
}: Pick<AddonTestRequest, 'status' | 'durationMs'>): string {
  return `${status ?? 'no response'} in ${figure(durationMs)} ms`
}

/** What was sent and came back, for reading: texts that are JSON as what they hold. */
export function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readable(one)]))
  return typeof value === 'string' && /^[{[]/.test(value) ? parsed(value) : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
