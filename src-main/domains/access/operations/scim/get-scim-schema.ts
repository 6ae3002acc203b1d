import { getScimSchema as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { noResource } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { describeSchemas } from '../../records/scim/scim-schemas.ts'

/** Returns a schema by its URN. */
export const getScimSchema = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async (_context, { params: { id } }) => {
    const found = (await describeSchemas(scimBase(pagesUrl))).find((schema) => schema['id'] === id)
    if (!found) throw noResource(id)
    return found
  })
