import { z } from 'zod'

import { ProjectAccess } from '../../projects/schemas/project-access.ts'

/** Who had access to a project, before groups could. */
export const FormerProjectUsers = ProjectAccess.pick({ users: true, roles: true }).meta({
  id: 'projectUsersSchema',
})

const holders = z.array(z.object({ id: z.int() })).max(10_000)

/** Who is given a role; lists may be empty. */
export const RoleAccess = z
  .object({ groups: holders, users: holders })
  .meta({ id: 'projectRoleAccessSchema' })
