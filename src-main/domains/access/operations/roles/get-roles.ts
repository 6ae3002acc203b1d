import { getRoles as all } from '#shared/access/contract/roles.ts'
import { query } from '#kernel/use-case.ts'
import { countRoleUse } from '../../records/roles/role-use.read-model.ts'
import { readRoles } from '../../records/roles/roles.store.ts'

/** All roles, with how many hold each (docs/contract/access.md#roles). */
export const getRoles = query(all, async ({ queries }) => {
  const useOf = await countRoleUse(queries)
  const roles = await readRoles(queries)
  return { version: 1 as const, roles: roles.map((role) => ({ ...role, ...useOf(role.id) })) }
})
