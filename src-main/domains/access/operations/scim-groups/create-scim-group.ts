import { createScimGroup as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createManagedGroup } from '../../records/scim/save-scim-group.ts'
import { readScimGroupView } from '../../records/scim/scim-group-view.ts'
import { readScimGroup } from '../../records/scim/scim-group.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'

/** Creates a group with its members. */
export const createScimGroup = ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
  mutation(operation, async (context, { body }) => {
    const group = await createManagedGroup(context, access, readScimGroup(body))
    return readScimGroupView(context.queries, group, scimBase(pagesUrl))
  })
