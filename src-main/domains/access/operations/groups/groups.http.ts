import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { deleteScimGroups } from './delete-scim-groups.ts'
import { getGroup } from './get-group.ts'
import { getGroups } from './get-groups.ts'
import { updateGroup } from './update-group.ts'

export const groupsHttp = (access: AccessDirectory) => [
  bind(getGroups),
  bind(createGroup(access), { headers: ({ id }) => ({ location: `groups/${id}` }) }),
  bind(getGroup),
  bind(updateGroup(access)),
  bind(deleteGroup(access)),
  bind(deleteScimGroups(access)),
]
