import {
  createApplication as create,
  deleteApplication as remove,
} from '../../../../../src-shared/contract/applications.ts'
import { nameOf } from '../../../../kernel/caller.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import {
  deleteApplicationRow,
  findApplication,
  saveApplication,
  type StoredApplication,
} from '../../records/applications/applications.store.ts'

/** Says something of an application; what is not sent stays (recorded exchange metrics/application-create). */
export const createApplication = mutation(create, async (context, { params: { appName }, body }) => {
  const { queries, now, caller } = context
  const before = await findApplication(queries, appName)
  const at = now.toISOString()
  const fresh: StoredApplication = {
    appName,
    createdAt: at,
    seenAt: at,
    strategies: [],
    description: null,
    icon: null,
    url: null,
    color: null,
    createdBy: nameOf(caller.actor),
  }
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  await saveApplication(queries, { ...(before ?? fresh), ...sent })
  context.record({
    type: before ? 'application-updated' : 'application-created',
    data: { name: appName, ...sent },
  })
})

/**
 * Forgets an application; one that is not there is forgotten already (recorded exchanges metrics/application-delete
 * and metrics/application-delete-unknown).
 */
export const deleteApplication = mutation(remove, async (context, { params: { appName } }) => {
  if (!(await findApplication(context.queries, appName))) return
  await deleteApplicationRow(context.queries, appName)
  context.record({ type: 'application-deleted', preData: { name: appName } })
})
