import {
  getActionSetEvents as events,
  getSignalActions as ofSignal,
  getSignalQueue as queue,
} from '../../../../../src-shared/contract/action-execution.ts'
import { matchFilters } from '../../../../../src-shared/signals/index.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readActionSets } from '../../records/actions/action-sets.store.ts'
import { findSignal, readSignalQueue } from '../../records/signals/signals.store.ts'
import type { ActionPace } from '../../records/action-execution/action-pace.ts'
import { readExecutionsBy, readExecutionsOf } from '../../records/action-execution/executions.store.ts'

const PAGE = 50

/** Lists the executions of a set, newest first (docs/contract/signals.md#action-sets). */
export const getActionSetEvents = query(
  events,
  async ({ queries }, { params, query: { limit, offset } }) => ({
    actionSetEvents: await readExecutionsOf(queries, {
      project: params.projectId,
      setId: params.id,
      limit: limit ?? PAGE,
      offset: offset ?? 0,
    }),
  }),
)

/** What a signal started, and which sets it fits as they are now; of the projects whose settings the caller may read. */
export const getSignalActions = query(ofSignal, async ({ queries, may }, { params: { id } }) => {
  const signal = await findSignal(queries, id)
  if (!signal) throw notFound(`Could not find signal with id ${id}`)
  const isReadable = ({ project }: { project: string }) =>
    may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed
  const sets = await readActionSets(queries, { sourceId: signal.sourceId })
  const executions = (await readExecutionsBy(queries, id)).filter(isReadable)
  return {
    processed: signal.processed,
    executions: executions.map(({ project: _project, ...event }) => event),
    sets: sets.filter(isReadable).map((set) => ({
      id: set.id,
      name: set.name,
      project: set.project,
      enabled: set.enabled,
      ...matchFilters(set.filters, signal.payload),
    })),
  }
})

/** What waits for the actions, and how fast they go. */
export const getSignalQueue = (pace: ActionPace) =>
  query(queue, async ({ queries }) => ({ ...(await readSignalQueue(queries)), ...pace }))
