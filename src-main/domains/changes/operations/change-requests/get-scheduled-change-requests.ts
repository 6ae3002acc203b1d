import { getScheduledChangeRequests as scheduled } from '#shared/changes/contract/change-request-review.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { titleOf } from '../../records/change-requests/change-request.ts'
import { readChangeRequests } from '../../records/change-requests/change-requests.store.ts'
import { readDetails } from '../../records/change-requests/details.read-model.ts'

/**
 * The scheduled requests that change any of what is named; nothing named, none (docs/contract/changes.md#endpoints).
 */
export const getScheduledChangeRequests = query(
  scheduled,
  async ({ queries }, { params: { projectId }, query: asked }) => {
    await requireProject(queries, projectId)
    const { feature = [], strategyId = [], variantForFlag = [] } = asked
    const isMeant = (change: RequestedChange) =>
      (change.feature ? feature.includes(change.feature) : false) ||
      strategiesOf(change).some((id) => strategyId.includes(id)) ||
      (change.action === 'patchVariant' && variantForFlag.includes(change.feature))
    const requests = await readDetails(
      queries,
      await readChangeRequests(queries, { project: projectId, states: ['Scheduled'] }),
    )
    return requests
      .filter(({ changes }) => changes.some(({ change }) => isMeant(change)))
      .map((request) => ({ id: request.id, environment: request.environment, title: titleOf(request) }))
  },
)

function strategiesOf(change: RequestedChange): string[] {
  if (change.action === 'updateStrategy' || change.action === 'deleteStrategy') return [change.payload.id]
  return change.action === 'reorderStrategy' ? change.payload.map((one) => one.id) : []
}
