import { getScimResourceTypes as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { describeResourceTypes, toList } from '../../records/scim/scim-schemas.ts'

/** Lists the kinds of resources: users and groups. */
export const getScimResourceTypes = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async () => toList(describeResourceTypes(scimBase(pagesUrl))))
