import { getActionsOverview as operation } from '#shared/signals/contract/action-execution.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { readActionSets } from '../../records/actions/action-sets.store.ts'
import { readActors, readEndpoints } from '../../records/actions/sources.read-model.ts'
import { toActionSet } from '../../records/actions/action-set.ts'
import { countExecutions, readExecutionLines } from '../../records/action-execution/executions.store.ts'
import { missingPermissionFinder } from '../../records/action-execution/missing-permissions.ts'

/** All that the screen of a project's actions shows and offers. */
export const getActionsOverview = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ queries, limits }, { params: { projectId } }) => {
    const counts = await countExecutions(queries, projectId)
    const lastIds = [...counts.values()].map(({ lastId }) => lastId)
    const lines = new Map((await readExecutionLines(queries, lastIds)).map((line) => [line.id, line]))
    const lacksOf = await missingPermissionFinder(queries, access, projectId)
    return {
      actions: (await readActionSets(queries, { project: projectId })).map((set) => {
        const count = counts.get(set.id)
        return {
          ...toActionSet(set),
          succeeded: count?.succeeded ?? 0,
          failed: count?.failed ?? 0,
          lastExecution: lines.get(count?.lastId ?? 0) ?? null,
        }
      }),
      endpoints: await readEndpoints(queries),
      actors: (await readActors(queries)).map((actor) => ({ ...actor, lacks: lacksOf(actor.id) })),
      limits: {
        sets: limits.actionSetsPerProject,
        actions: limits.actionSetActions,
        filters: limits.actionSetFilters,
        filterValues: limits.actionSetFilterValues,
      },
    }
  })
