import { describeAction } from '#shared/signals/actions/action-kinds.ts'
import type { ActionFilters, ActionSet } from '#shared/signals/schemas/action.ts'
import type { ActionsOverview, MissingPermission } from '#shared/signals/schemas/action-execution.ts'
import { describeFilter } from '#shared/signals/rules/index.ts'

type Endpoints = ActionsOverview['endpoints']
type Actors = ActionsOverview['actors']

/** Describes the trigger of a set: `A signal of alerts in which severity is "critical"`. */
export function whenInWords(endpoint: string | undefined, filters: ActionFilters): string {
  const all = Object.entries(filters).map(([path, filter]) => describeFilter(path, filter))
  const signal = endpoint === undefined ? 'A signal' : `A signal of ${endpoint}`
  return all.length === 0 ? signal : `${signal} in which ${all.join(', and ')}`
}

export const endpointName = (endpoints: Endpoints, id: number) => endpoints.find((one) => one.id === id)?.name

/** Describes the actions of a set: `Disable checkout in production, and then 2 more`. */
export function doesInWords(actions: Pick<ActionSet, 'actions'>['actions']): string {
  const [first, ...rest] = actions
  if (!first) return 'Nothing'
  const more =
    rest.length === 0 ? '' : rest.length === 1 ? ', and then one more' : `, and then ${rest.length} more`
  return `${describeAction(first)}${more}`
}

/** Explains why a set does nothing although it may be on; undefined: it is in order. */
export function problemOf(
  set: Pick<ActionSet, 'match' | 'actorId'>,
  { endpoints, actors }: { endpoints: Endpoints; actors: Actors },
): string | undefined {
  const endpoint = endpoints.find((one) => one.id === set.match.sourceId)
  if (!endpoint) return 'Its signal endpoint was deleted'
  if (!actors.some((one) => one.id === set.actorId)) return 'Its service account was deleted'
  return endpoint.enabled ? undefined : `The endpoint ${endpoint.name} is off`
}

/** Lists the permissions that the service account lacks for these actions. */
export function missingPermissionsFor(
  actors: Actors,
  actorId: number,
  actions: readonly { executionParams?: Record<string, unknown> | undefined }[],
): MissingPermission[] {
  const environments = new Set(actions.map((one) => one.executionParams?.['environment']))
  const lacks = actors.find((one) => one.id === actorId)?.lacks ?? []
  return lacks.filter(({ environment }) => environments.has(environment))
}

/** Describes missing permissions: `lacks "Enable/disable flags" in production`. */
export function lacksInWords(lacks: readonly MissingPermission[]): string {
  return `lacks ${lacks.map((one) => `"${one.displayName}" in ${one.environment}`).join(', ')}`
}

/** Describes matches: `3 of the last 20 signals match`. */
export function matchedInWords(matched: number, examined: number): string {
  if (examined === 0) return 'No signals received yet'
  if (examined === 1) return matched === 1 ? 'The only signal matches' : 'The only signal does not match'
  return `${matched} of the last ${examined} signals ${matched === 1 ? 'matches' : 'match'}`
}

export const STATE_WORDS = {
  success: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  started: { label: 'Started', tone: 'neutral' },
  'not started': { label: 'Not started', tone: 'neutral' },
} as const
