import { getScimSchemas as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { describeSchemas, toList } from '../../records/scim/scim-schemas.ts'

/** Lists the schemas of users and groups, with the attributes that are kept. */
export const getScimSchemas = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async () => toList(await describeSchemas(scimBase(pagesUrl))))
