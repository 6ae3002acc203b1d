import { deleteRole as operation } from '#shared/access/contract/roles.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { refuseBuiltIn } from '../../records/roles/role-rules.ts'
import { countUseOfRole } from '../../records/roles/role-use.read-model.ts'
import { toRoleEvent } from '../../records/roles/role.ts'
import { deleteRoleRow, requireRole } from '../../records/roles/roles.store.ts'

/**
 * Deletes a custom role that nobody holds; the refusal counts who does, service accounts as users
 * (docs/contract/access.md#roles).
 */
export const deleteRole = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params: { roleId } }) => {
    const role = await requireRole(context.queries, roleId)
    refuseBuiltIn(role)
    const { userCount, serviceAccountCount, groupCount } = await countUseOfRole(context.queries, roleId)
    const users = userCount + serviceAccountCount
    if (users + groupCount > 0)
      throw new AppError(
        'RoleInUseError',
        `Role is in use by users(${users}) or groups(${groupCount}). You cannot delete a role that is in use without first removing the role from the users and groups.`,
      )
    await deleteRoleRow(context.queries, roleId)
    context.record({ type: 'role-deleted', preData: toRoleEvent(role) })
    access.refreshAfter(context)
  })
