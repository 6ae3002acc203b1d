import { getProjectActions as all } from '#shared/signals/contract/actions.ts'
import { query } from '#kernel/use-case.ts'
import { toActionSet } from '../../records/actions/action-set.ts'
import { readActionSets } from '../../records/actions/action-sets.store.ts'

/** The action sets of a project, oldest first. */
export const getProjectActions = query(all, async ({ queries }, { params }) => ({
  actions: (await readActionSets(queries, { project: params.projectId })).map(toActionSet),
}))
