import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createGroup } from './create-group.use-case.ts'
import { deleteGroup } from './delete-group.use-case.ts'
import { getGroups } from './get-groups.use-case.ts'
import { updateGroup } from './update-group.use-case.ts'

export const groupsRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getGroups),
    create: mutationOf(createGroup(access)),
    update: mutationOf(updateGroup(access)),
    remove: mutationOf(deleteGroup(access)),
  })
