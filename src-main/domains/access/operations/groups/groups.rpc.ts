import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { getGroups } from './get-groups.ts'
import { updateGroup } from './update-group.ts'

export const groupsRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getGroups),
    create: mutationOf(createGroup(access)),
    update: mutationOf(updateGroup(access)),
    remove: mutationOf(deleteGroup(access)),
  })
