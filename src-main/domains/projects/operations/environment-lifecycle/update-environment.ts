import { updateEnvironment as operation } from '#shared/projects/contract/environment-lifecycle.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeEnvironment } from '../../records/environments/change-environment.ts'
import { requireEnvironment } from '../../records/environments/require-environment.ts'

/** Sets what is sent; name, on/off and protection are not set here (docs/contract/projects.md#environments). */
export const updateEnvironment = mutation(operation, async (context, { params: { name }, body }) => {
  const before = await requireEnvironment(context.queries, name)
  return changeEnvironment(context, before, {
    type: body.type ?? before.type,
    sortOrder: body.sortOrder ?? before.sortOrder,
    requiredApprovals:
      body.requiredApprovals === undefined ? before.requiredApprovals : body.requiredApprovals,
  })
})
