import SCIMMY from 'scimmy'

import { SCIM_LIMITS } from '../../../../../src-shared/access/schemas/scim.ts'

/** The library's schemas, reduced to the attributes that are kept (ADR 30). */
export const { User: UserSchema, Group: GroupSchema } = SCIMMY.Schemas

export const USER_SCHEMA = UserSchema.definition.id
export const GROUP_SCHEMA = GroupSchema.definition.id

const KEPT_OF_USERS: readonly string[] = [
  'schemas',
  'id',
  'externalId',
  'meta',
  'userName',
  'name',
  'displayName',
  'active',
  'emails',
]
const NAME_PARTS: readonly string[] = ['formatted', 'givenName', 'familyName']
const EMAIL_PARTS: readonly string[] = ['value', 'type', 'primary']

/** Attributes of a kept schema: the library takes them away one by one. */
function reduce(
  { attributes, truncate }: { attributes: readonly { name: string }[]; truncate: (name: string) => void },
  kept: readonly string[],
): void {
  for (const name of attributes.map((attribute) => attribute.name)) if (!kept.includes(name)) truncate(name)
}

function attributeOf(name: string) {
  const found = UserSchema.definition.attributes.find((attribute) => attribute.name === name)
  if (!found || !('subAttributes' in found)) throw new TypeError(`SCIM has no attribute ${name}`)
  return found
}

const definition = UserSchema.definition
reduce({ attributes: definition.attributes, truncate: (name) => definition.truncate(name) }, KEPT_OF_USERS)
for (const [name, kept] of [
  ['name', NAME_PARTS],
  ['emails', EMAIL_PARTS],
] as const) {
  const attribute = attributeOf(name)
  reduce({ attributes: attribute.subAttributes ?? [], truncate: (one) => attribute.truncate(one) }, kept)
}

SCIMMY.Config.set({
  patch: true,
  filter: { supported: true, maxResults: SCIM_LIMITS.page },
  bulk: false,
  changePassword: false,
  sort: false,
  etag: false,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of Admin > Provisioning, in the Authorization header',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
    },
  ],
})

type Document = Record<string, unknown>

/** Describes what this service supports (RFC 7643, section 5). */
export const describeService = (base: string): Document => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  ...(plain(SCIMMY.Config.get()) as Document),
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

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
export const describeSchemas = (base: string): Document[] =>
  [UserSchema, GroupSchema].map((schema) => plain(schema.definition.describe(`${base}/Schemas`)) as Document)

/** Copies a document of the library as JSON has it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Builds a page of a list (RFC 7644, section 3.4.2). The page is cut before: the library would cut it again. */
export function toList<T extends object>(
  resources: readonly T[],
  { startIndex = 1, totalResults = resources.length }: { startIndex?: number; totalResults?: number } = {},
) {
  const { schemas } = new SCIMMY.Messages.ListResponse([])
  return {
    schemas: [...schemas],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: [...resources],
  }
}
