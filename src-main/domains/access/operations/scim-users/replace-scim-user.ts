import { replaceScimUser as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { changeManagedUser, requireScimUser } from '../../records/scim/save-scim-user.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { readScimUser, toScimUser } from '../../records/scim/scim-user.ts'

/** Replaces all attributes of a user; what is left out is emptied. */
export const replaceScimUser = ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
  mutation(operation, async (context, { params: { id }, body }) => {
    const before = await requireScimUser(context, requireScimId('user', id))
    return toScimUser(
      await changeManagedUser(context, access, before, await readScimUser(body)),
      scimBase(pagesUrl),
    )
  })
