import { compositeKey } from '#shared/composite-key.ts'
import { getUserRoles as ofRoles } from '#shared/access/contract/profile.ts'
import type { Role } from '#shared/access/schemas/role.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { requirePersonCalling } from '../../records/users/require-person.ts'
import { readRoles } from '../../records/profile/roles.read-model.ts'

/**
 * The caller's roles; those that hold everywhere are said to be in the project that was asked for (recorded exchange
 * authentication/own-roles-in-project).
 */
export const getUserRoles = ({ access }: { access: AccessDirectory }) =>
  query(ofRoles, async ({ queries, caller }, { query: { projectId } }) => {
    const grants = access.grantsOf(requirePersonCalling(caller))
    const roles = await readRoles(queries)
    const held = new Map<string, Role>()
    for (const {
      role: { id },
      project = null,
    } of grants) {
      if (projectId !== undefined && project !== null && project !== projectId) continue
      const role = roles.get(id)
      const where = project ?? projectId ?? null
      // a group may give the same role
      if (role) held.set(compositeKey(id, where), { ...role, project: where })
    }
    return { version: 1 as const, roles: [...held.values()] }
  })
