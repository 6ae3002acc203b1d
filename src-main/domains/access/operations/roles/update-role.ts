import { updateRole as operation } from '#shared/access/contract/roles.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { checkedPermissions, refuseBuiltIn, requireFreeRoleName } from '../../records/roles/role-rules.ts'
import { toRole, toRoleEvent, type RoleFacts } from '../../records/roles/role.ts'
import { replacePermissions, requireRole, updateRoleRow } from '../../records/roles/roles.store.ts'

/** Replaces a custom role, for all who hold it at once. */
export const updateRole = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params: { roleId }, body }) => {
    const { queries } = context
    const before = await requireRole(queries, roleId)
    refuseBuiltIn(before)
    if (body.type !== undefined && body.type !== before.type)
      throw badData('The type of a role cannot be changed.', '/body/type')
    await requireFreeRoleName(queries, body.name, roleId)
    const after: RoleFacts = {
      ...before,
      name: body.name,
      description: body.description,
      permissions: await checkedPermissions(queries, before.type, body.permissions),
    }
    await updateRoleRow(queries, after)
    await replacePermissions(queries, roleId, after.permissions)
    await requireAdminLeft(queries)
    context.record({ type: 'role-updated', data: toRoleEvent(after), preData: toRoleEvent(before) })
    access.refreshAfter(context)
    return { version: 1 as const, roles: toRole(after) }
  })
