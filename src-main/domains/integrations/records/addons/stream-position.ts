import { isAll } from '../../../../../src-shared/integrations/addons/index.ts'
import type { Queries } from '../../../../store/queries.ts'
import {
  findNextEvent,
  readLastEventId,
  type StreamFilter,
} from '../../../audit/records/events/events.read-model.ts'
import type { AddonContent, StoredAddon } from './addons.store.ts'

/** What of the stream an integration is told (src-shared/integrations/addons/matches.ts says the same of one event). */
export function streamFilterOf({ events, projects, environments }: AddonContent): StreamFilter {
  return {
    types: events,
    projects: isAll(projects) ? undefined : projects,
    environments: isAll(environments) ? undefined : environments,
  }
}

/**
 * Where a changed integration goes on: at the first event that it still was to be told of, or else now. So another
 * choice of events holds from now on and is not made good for what has passed.
 */
export async function positionAfterChange(queries: Queries, before: StoredAddon): Promise<number> {
  const last = await readLastEventId(queries)
  if (!before.enabled) return last
  const pending = await findNextEvent(queries, { after: before.position, upTo: last }, streamFilterOf(before))
  return pending ? pending.id - 1 : last
}
