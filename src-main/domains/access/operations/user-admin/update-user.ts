import { updateUser as operation } from '#shared/access/contract/users.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import { holdsAdmin, setRootRole } from '../../records/access/access.store.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { requireUnmanaged } from '../../records/scim/require-unmanaged.ts'
import type { ScimAccess } from '../../records/scim/scim-access.ts'
import {
  inEvents,
  requirePersonWithRole,
  requireRootRoleMeant,
  toUserWithRole,
} from '../../records/user-admin/person.ts'
import { requireFreeLogin } from '../../records/user-admin/require-free-login.ts'
import { updateUserRow } from '../../records/user-admin/user-admin.store.ts'

/** Changes a person. An empty name or e-mail address takes it away; who has no user name needs an address. */
export const updateUser = ({ access, scim }: { access: AccessDirectory; scim: ScimAccess }) =>
  mutation(operation, async (context, { params: { id }, body }) => {
    const { queries, now } = context
    const before = await requirePersonWithRole(queries, id)
    // SCIM does not say how an Admin signs in
    if (!(await holdsAdmin(queries, id))) requireUnmanaged(scim, before)
    if (body.email === '' && before.username === null)
      throw badData('You must specify username or email', '/body/email')
    await requireFreeLogin(queries, { email: body.email || undefined }, id)
    await updateUserRow(queries, id, {
      ...(body.name === undefined ? {} : { name: body.name || null }),
      ...(body.email === undefined ? {} : { email: body.email || null }),
    })
    if (body.rootRole !== undefined) {
      const roleId = await requireRootRoleMeant(queries, body.rootRole)
      await setRootRole(queries, id, roleId, now.toISOString())
      await requireAdminLeft(queries)
      access.refreshAfter(context)
    }
    const after = await requirePersonWithRole(queries, id)
    context.record({
      type: 'user-updated',
      data: inEvents(after, after.rootRole),
      preData: inEvents(before, before.rootRole),
    })
    return toUserWithRole(after)
  })
