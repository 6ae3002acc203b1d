import { getGroupSyncsOfUser as operation } from '#shared/access/contract/group-sync.ts'
import { query } from '#kernel/use-case.ts'
import { requireAccount } from '../../records/access-overview/judge-permissions.ts'
import { readGroupSyncs } from '../../records/single-sign-on/group-syncs.read-model.ts'

/** Lists how recent sign-ins changed the groups of a user: "why was I removed from QA?" */
export const getGroupSyncsOfUser = query(operation, async ({ queries }, { params: { id } }) => {
  const user = await requireAccount(queries, 'user', id)
  return { syncs: await readGroupSyncs(queries, user.id) }
})
