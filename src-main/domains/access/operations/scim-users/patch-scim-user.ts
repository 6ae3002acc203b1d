import { patchScimUser as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { changeManagedUser, requireScimUser } from '../../records/scim/save-scim-user.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { patched } from '../../records/scim/scim-patch.ts'
import { toScimUser } from '../../records/scim/scim-user.ts'

/** Changes attributes of a user, all operations or none. */
export const patchScimUser = ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
  mutation(operation, async (context, { params: { id }, body: { Operations } }) => {
    const before = await requireScimUser(context, requireScimId('user', id))
    const content = await patched(before, Operations)
    return toScimUser(await changeManagedUser(context, access, before, content), scimBase(pagesUrl))
  })
