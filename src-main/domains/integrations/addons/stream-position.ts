import { isAll } from '#shared/integrations/addons/index.ts'
import type { Queries } from '#store/queries.ts'
import { findNextEvent, readLastEventId, type StreamFilter } from '#domains/audit/events/events.read-model.ts'
import type { AddonContent, StoredAddon } from './addons.store.ts'

/**
 * Builds an integration's filter of the event stream. The rule for a single event is in
 * src-shared/integrations/addons/matches.ts.
 */
export function streamFilterOf({ events, projects, environments }: AddonContent): StreamFilter {
  return {
    types: events,
    projects: isAll(projects) ? undefined : projects,
    environments: isAll(environments) ? undefined : environments,
  }
}

/**
 * Finds the position from which a changed integration continues: its first pending event, or else now. A new
 * selection of events therefore applies from now on, not to past events.
 */
export async function positionAfterChange(queries: Queries, before: StoredAddon): Promise<number> {
  const last = await readLastEventId(queries)
  if (!before.enabled) return last
  const pending = await findNextEvent(queries, { after: before.position, upTo: last }, streamFilterOf(before))
  return pending ? pending.id - 1 : last
}
