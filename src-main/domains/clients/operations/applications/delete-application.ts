import { deleteApplication as remove } from '#shared/clients/contract/applications.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteApplicationRow, findApplication } from '../../records/applications/applications.store.ts'

/**
 * Forgets an application; one that is not there is forgotten already (recorded exchanges metrics/application-delete
 * and metrics/application-delete-unknown).
 */
export const deleteApplication = mutation(remove, async (context, { params: { appName } }) => {
  if (!(await findApplication(context.queries, appName))) return
  await deleteApplicationRow(context.queries, appName)
  context.record({ type: 'application-deleted', preData: { name: appName } })
})
