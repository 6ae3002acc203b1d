import { createApplication as create } from '#shared/clients/contract/applications.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import {
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
