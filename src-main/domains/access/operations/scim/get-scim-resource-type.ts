import { getScimResourceType as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { noResource } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { describeResourceTypes } from '../../records/scim/scim-schemas.ts'

/** Returns a kind of resources by its name. */
export const getScimResourceType = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async (_context, { params: { id } }) => {
    const found = describeResourceTypes(scimBase(pagesUrl)).find((type) => type['id'] === id)
    if (!found) throw noResource(id)
    return found
  })
