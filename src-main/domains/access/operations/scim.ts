import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/scim.ts'
import { noResource } from '../scim/scim-ids.ts'
import { overScim } from '../scim/scim-route.ts'
import {
  describeResourceTypes,
  describeSchemas,
  describeService,
  scimBase,
  toList,
} from '../scim/scim-schemas.ts'

/** Tells the identity provider what this service supports. */
export const getScimServiceProviderConfig = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimServiceProviderConfig, async () => describeService(scimBase(pagesUrl))),
)

/** Lists the kinds of resources: users and groups. */
export const getScimResourceTypes = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimResourceTypes, async () => toList(describeResourceTypes(scimBase(pagesUrl)))),
)

/** Returns a kind of resources by its name. */
export const getScimResourceType = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimResourceType, async (_context, { params: { id } }) => {
    const found = describeResourceTypes(scimBase(pagesUrl)).find((type) => type['id'] === id)
    if (!found) throw noResource(id)
    return found
  }),
)

/** Lists the schemas of users and groups, with the attributes that are kept. */
export const getScimSchemas = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimSchemas, async () => toList(await describeSchemas(scimBase(pagesUrl)))),
)

/** Returns a schema by its URN. */
export const getScimSchema = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimSchema, async (_context, { params: { id } }) => {
    const found = (await describeSchemas(scimBase(pagesUrl))).find((schema) => schema['id'] === id)
    if (!found) throw noResource(id)
    return found
  }),
)
