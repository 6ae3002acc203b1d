import { figure } from '#ui/figures.ts'
import { EVENT_TYPES, EVENTS } from '#shared/audit/events/index.ts'
import { findProvider, isAll, type AddonFilter } from '#shared/integrations/addons/index.ts'
import type { DeliveryState } from '#shared/integrations/schemas/addon.ts'
import type { AddonTestRequest } from '#shared/integrations/schemas/addon-test.ts'

const LABELS = new Map<string, string>(EVENT_TYPES.map((type) => [type, EVENTS[type].label]))

/** Gets the label of an event type; a type unknown to this version is shown as it is. */
export function eventInWords(type: string): string {
  return LABELS.get(type) ?? type
}

/** Lists the events to choose from: those of the provider that can happen here, and those already chosen. */
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

/** Summarizes the event types that it sends: "4 events". */
export function eventsInWords({ events }: Pick<AddonFilter, 'events'>): string {
  const [only] = events
  if (only !== undefined && events.length === 1) return eventInWords(only)
  return events.length === 0 ? 'nothing' : `${events.length} event types`
}

/** Lists its projects or environments: "all", or their names. */
export function placesInWords(chosen: readonly string[]): string {
  return isAll(chosen) ? 'all' : chosen.join(', ')
}

export const STATES: Record<DeliveryState, { label: string; tone: 'success' | 'danger' | 'warning' }> = {
  success: { label: 'taken', tone: 'success' },
  successWithErrors: { label: 'partly accepted', tone: 'warning' },
  failed: { label: 'failed', tone: 'danger' },
}

/** Describes the recipient of a test request: "releases on slack.com". */
export function targetOf({ channel, host }: Pick<AddonTestRequest, 'channel' | 'host'>): string {
  return channel === null ? host : `${channel} on ${host}`
}

/** Describes the response to a test request: "200 in 12 ms". */
export function answerInWords({
  status,
  durationMs,
}: Pick<AddonTestRequest, 'status' | 'durationMs'>): string {
  return `${status ?? 'no response'} in ${figure(durationMs)} ms`
}

/** Makes a request or response readable: texts that hold JSON are parsed. */
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
