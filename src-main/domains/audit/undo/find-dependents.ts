import { overlap, pathText, readingOf, type PartChange, type Path } from '#shared/audit/undo/index.ts'
import { isIdentical } from '#shared/configuration/equality.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { EVENT_TYPES } from '#shared/audit/events/index.ts'
import { READINGS } from '#shared/audit/undo/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import type { Queries } from '#store/queries.ts'
import { eventsAfter, type SettledEvents } from './undo-log.read-model.ts'

/** Newer events that are shown; more are only known to be there. */
const MAX_SHOWN = 20

const CHANGING = EVENT_TYPES.filter((type) => {
  const reading = READINGS[type]
  return reading.kind === 'reversible' || (reading.kind === 'final' && reading.loses)
})

/** Finds the newer events that changed the same parts: what they did rests on what is to be undone. */
export async function findDependents(
  queries: Queries,
  events: readonly Event[],
  changes: readonly PartChange[],
  settled: SettledEvents,
): Promise<{ events: Event[]; hasMore: boolean }> {
  const own = new Set(events.map((event) => event.id))
  const oldest = Math.min(...own)
  const isConcerned = dependencyOn(changes)
  const found: Event[] = []
  for await (const some of eventsAfter(queries, oldest, { types: CHANGING }, 'desc')) {
    for (const event of some) {
      if (own.has(event.id) || settled.includes(event) || !isConcerned(event)) continue
      if (found.length === MAX_SHOWN) return { events: found, hasMore: true }
      found.push(event)
    }
  }
  return { events: found, hasMore: false }
}

/** Makes the check whether an event changed something that changes are about. */
function dependencyOn(changes: readonly PartChange[]): (event: Event) => boolean {
  const byOwner = new Map<string, Path[]>()
  for (const { path } of changes) {
    const owner = ownerOf(path)
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), path])
  }
  const isInside = insideOf(changes)
  return (event) => {
    if (isInside(event)) return true
    const reading = readingOf(event)
    const theirs = reading.kind === 'reversible' ? (reading.changes(event) ?? []) : []
    return theirs.some(
      ({ path, before, after }) =>
        // nothing rests on a write that left all as it was, and it has no undo of its own
        !isIdentical(before, after) && (byOwner.get(ownerOf(path)) ?? []).some((ours) => overlap(ours, path)),
    )
  }
}

const ownerOf = (path: Path) => pathText(path.slice(0, 2))

/** Checks whether an event happened in a place that undoing would delete. */
function insideOf(changes: readonly PartChange[]): (event: Event) => boolean {
  const appeared = changes.filter((one) => one.before === undefined).map((one) => one.path)
  const environments = new Set(
    appeared.flatMap(([kind, name]) => (kind === 'environment' && name ? [name] : [])),
  )
  const projects = new Set(
    appeared.flatMap((path) => (path[0] === 'project' && path.length === 2 ? [path[1] ?? ''] : [])),
  )
  const places = new Set(
    appeared.flatMap(([kind, project, part, name, ...rest]) =>
      kind === 'project' && part === 'env' && rest.length === 0 ? [compositeKey(project, name)] : [],
    ),
  )
  return ({ project, environment }) =>
    (environment !== null && environments.has(environment)) ||
    (project !== null && projects.has(project)) ||
    (project !== null && environment !== null && places.has(compositeKey(project, environment)))
}
