import type { Expression, SqlBool } from 'kysely'

import { SCIM_LIMITS, type ScimQuery } from '#shared/access/schemas/scim.ts'
import { conditionOf, type FilterColumns } from './scim-condition.store.ts'
import { readFilter } from './scim-filter.ts'
import { scimmy } from './scimmy.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

type Document = Record<string, unknown>

/** Describes what this service supports (RFC 7643, section 5). */
export async function describeService(base: string): Promise<Document> {
  const { Config } = await scimmy()
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    ...(plain(Config.get()) as Document),
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

/** Describes the kinds of resources (RFC 7643, section 6). */
export const describeResourceTypes = (base: string): Document[] =>
  [
    { name: 'User', endpoint: '/Users', description: 'A person who may sign in', schema: USER_SCHEMA },
    { name: 'Group', endpoint: '/Groups', description: 'A group of users', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }))

/** Describes the schemas with their attributes (RFC 7643, section 7). */
export async function describeSchemas(base: string): Promise<Document[]> {
  const { User, Group } = (await scimmy()).Schemas
  return [User, Group].map((schema) => plain(schema.definition.describe(`${base}/Schemas`)) as Document)
}

/** Copies a document of the library as JSON has it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Builds a page of a list (RFC 7644, section 3.4.2). */
export function toList<T extends object>(
  resources: readonly T[],
  { startIndex = 1, totalResults = resources.length }: { startIndex?: number; totalResults?: number } = {},
) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: [...resources],
  }
}

/** A page as a request asks for it: numbers that make no sense count as the nearest that do (RFC 7644, 3.4.2.4). */
export async function pageOf(
  { filter, startIndex = 1, count = SCIM_LIMITS.usualPage }: ScimQuery,
  columns: FilterColumns,
) {
  const first = Math.max(1, startIndex)
  const where: Expression<SqlBool> | undefined =
    filter === undefined || filter.trim() === '' ? undefined : conditionOf(await readFilter(filter), columns)
  return {
    where,
    startIndex: first,
    window: { offset: first - 1, limit: Math.min(Math.max(0, count), SCIM_LIMITS.page) },
  }
}

/** Base of the URLs in SCIM resources. */
export const scimBase = (pagesUrl: () => string): string => `${pagesUrl()}/scim/v2`
