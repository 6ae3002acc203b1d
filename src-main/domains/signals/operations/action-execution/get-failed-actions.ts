import { getFailedActions as list } from '#shared/signals/contract/failed-actions.ts'
import type { FailedAction, FailureCause } from '#shared/signals/schemas/failed-action.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { query as reading, type QueryContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { readActionSets } from '../../records/actions/action-sets.store.ts'
import { readActorNames } from '../../records/actions/sources.read-model.ts'
import type { StoredActionSet } from '../../records/actions/action-set.ts'
import { findCauses } from '../../records/action-execution/failure-causes.ts'
import { readFailures, type Failure } from '../../records/action-execution/failures.store.ts'
import { readableCounts, totalOf } from '../../records/action-execution/readable-failures.ts'

const PAGE = 50

/** Lists failures that nobody has resolved, in the projects whose settings the caller may read. */
export const getFailedActions = ({ access }: { access: AccessDirectory }) =>
  reading(list, async (context, { query }) => {
    const { project, actionSetId: setId, signalId, limit, offset } = query
    const counts = (await readableCounts(context)).filter(
      (one) =>
        (project === undefined || one.project === project) &&
        (setId === undefined || one.actionSetId === setId),
    )
    const projects = new Set(counts.map((one) => one.project))
    const filter = { projects: [...projects], setId, signalId }
    const failures = await readFailures(context.queries, filter, {
      order: 'desc',
      limit: limit ?? PAGE,
      offset: offset ?? 0,
    })
    return {
      failures: await showFailures(context, access, failures),
      total: signalId === undefined ? totalOf(counts) : failures.length,
    }
  })

async function showFailures(
  { queries }: QueryContext,
  access: AccessDirectory,
  failures: readonly Failure[],
): Promise<FailedAction[]> {
  // a retry executes the current set, so all failures of a set have the same causes
  const known = new Map<number, { set: StoredActionSet | undefined; causes: FailureCause[] }>()
  await inSteps(failures, async ({ actionSetId, signal }) => {
    if (known.has(actionSetId)) return
    const [set] = await readActionSets(queries, { id: actionSetId })
    known.set(actionSetId, { set, causes: await findCauses(queries, access, set, signal.sourceId) })
  })
  const actorOf = ({ actionSetId, actionSet }: Failure) =>
    known.get(actionSetId)?.set?.actorId ?? actionSet.actorId
  const names = await readActorNames(queries, new Set(failures.map(actorOf)))
  return failures.map((failure) => {
    const { actionSetId, actionSet, signal } = failure
    const { set, causes = [] } = known.get(actionSetId) ?? {}
    const actorId = actorOf(failure)
    return {
      id: failure.id,
      project: failure.project,
      actionSetId,
      actionSetName: set?.name ?? actionSet.name,
      signalId: failure.signalId,
      sourceId: signal.sourceId,
      createdAt: failure.createdAt,
      attempt: failure.attempt,
      requestedBy: failure.requestedBy,
      actor: { id: actorId, name: names.get(actorId) ?? null },
      actions: actionSet.actions,
      causes,
      canRetry: set?.enabled ?? false,
    }
  })
}
