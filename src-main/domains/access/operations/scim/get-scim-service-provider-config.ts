import { getScimServiceProviderConfig as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { describeService } from '../../records/scim/scim-schemas.ts'

/** Tells the identity provider what this service supports. */
export const getScimServiceProviderConfig = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async () => describeService(scimBase(pagesUrl)))
