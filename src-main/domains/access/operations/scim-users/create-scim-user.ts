import { createScimUser as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createManagedUser } from '../../records/scim/save-scim-user.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { readScimUser, toScimUser } from '../../records/scim/scim-user.ts'

/** Creates a user whom SCIM manages. A password in the request is ignored: such users sign in at their provider. */
export const createScimUser = ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
  mutation(operation, async (context, { body }) =>
    toScimUser(await createManagedUser(context, access, await readScimUser(body)), scimBase(pagesUrl)),
  )
