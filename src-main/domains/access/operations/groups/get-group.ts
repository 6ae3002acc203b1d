import { getGroup as one } from '#shared/access/contract/groups.ts'
import { query } from '#kernel/use-case.ts'
import { requireGroup } from '../../records/groups/groups.read-model.ts'

export const getGroup = query(one, ({ queries }, { params: { groupId } }) => requireGroup(queries, groupId))
