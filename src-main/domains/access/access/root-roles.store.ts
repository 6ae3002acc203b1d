import type { Role } from '#shared/access/schemas/role.ts'
import { badData } from '#kernel/app-error.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

const ROOT_TYPES = ['root', 'root-custom'] as const

/** The roles that hold everywhere, predefined ones first: what users, service accounts and groups can be given. */
export async function readRootRoles(queries: Queries): Promise<Role[]> {
  return queries
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .where((eb) => inList(eb.ref('type'), ROOT_TYPES))
    .orderBy('type')
    .orderBy('id')
    .execute()
}

/** Throws 400, naming `/body/rootRole`, unless there is a root role of this id (docs/contract/access.md#users). */
export async function requireRootRole(queries: Queries, id: number): Promise<void> {
  const role = await queries.selectFrom('roles').select('type').where('id', '=', id).executeTakeFirst()
  if (!role) throw badData(`Could not find rootRole=${id}`, '/body/rootRole')
  if (!ROOT_TYPES.some((type) => type === role.type))
    throw badData(`rootRole=${id} is a role of projects, not a root role`, '/body/rootRole')
}
