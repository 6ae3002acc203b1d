import { z } from 'zod'

import { ProjectAccess } from '../../projects/schemas/project-access.ts'

/** Users with access to a project, as of the versions before groups could have access. */
export const FormerProjectUsers = ProjectAccess.pick({ users: true, roles: true }).meta({
  id: 'projectUsersSchema',
})

const holders = z.array(z.object({ id: z.int() })).max(10_000)

/** Groups and users that get a role. Lists may be empty. */
export const RoleAccess = z
  .object({ groups: holders, users: holders })
  .meta({ id: 'projectRoleAccessSchema' })
