import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createGroup } from './create-group.use-case.ts'
import { deleteGroup, deleteScimGroups } from './delete-group.use-case.ts'
import { getGroup, getGroups } from './get-groups.use-case.ts'
import { updateGroup } from './update-group.use-case.ts'

export const groupsHttp = (access: AccessDirectory) => [
  bind(getGroups),
  bind(createGroup(access), { headers: ({ id }) => ({ location: `groups/${id}` }) }),
  bind(getGroup),
  bind(updateGroup(access)),
  bind(deleteGroup(access)),
  bind(deleteScimGroups(access)),
]
