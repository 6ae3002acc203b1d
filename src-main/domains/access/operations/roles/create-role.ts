import { createRole as operation } from '#shared/access/contract/roles.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { checkedPermissions, requireFreeRoleName } from '../../records/roles/role-rules.ts'
import { toRole, toRoleEvent } from '../../records/roles/role.ts'
import { insertRole } from '../../records/roles/roles.store.ts'

/** Creates a custom role: of projects, unless said otherwise. */
export const createRole = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { body: { name, description, type = 'custom', permissions } }) => {
    await requireFreeRoleName(context.queries, name)
    const { restored } = context
    const role = await insertRole(context.queries, {
      ...(restored?.id === undefined ? {} : { id: Number(restored.id) }),
      name,
      description,
      type,
      permissions: await checkedPermissions(context.queries, type, permissions),
    })
    context.record({ type: 'role-created', data: toRoleEvent(role) })
    access.refreshAfter(context)
    return { version: 1 as const, roles: toRole(role) }
  })
