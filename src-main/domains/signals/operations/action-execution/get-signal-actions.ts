import { getSignalActions as ofSignal } from '#shared/signals/contract/action-execution.ts'
import { matchFilters } from '#shared/signals/rules/index.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { readActionSets } from '../../records/actions/action-sets.store.ts'
import { findSignal } from '../../records/signals/signals.store.ts'
import { readExecutionsBy } from '../../records/action-execution/executions.store.ts'

/**
 * Returns the executions a signal started, and the action sets it matches now. Only projects whose settings
 * the caller may read are included.
 */
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
