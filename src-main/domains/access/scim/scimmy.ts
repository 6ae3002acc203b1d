import type SCIMMY from 'scimmy'

import { SCIM_LIMITS } from '#shared/access/schemas/scim.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'

/** Loads the SCIM library, with its schemas reduced to the attributes that are kept (ADR 8). */
export const scimmy = onFirstUse('scimmy', 'provisioning with SCIM', async () => {
  const { default: library } = await import('scimmy')
  reduceUser(library)
  configure(library)
  return library
})

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

function reduceUser(library: typeof SCIMMY): void {
  const { definition } = library.Schemas.User
  reduce({ attributes: definition.attributes, truncate: (name) => definition.truncate(name) }, KEPT_OF_USERS)
  for (const [name, kept] of [
    ['name', NAME_PARTS],
    ['emails', EMAIL_PARTS],
  ] as const) {
    const attribute = definition.attributes.find((one) => one.name === name)
    if (!attribute || !('subAttributes' in attribute)) throw new TypeError(`SCIM has no attribute ${name}`)
    reduce({ attributes: attribute.subAttributes ?? [], truncate: (one) => attribute.truncate(one) }, kept)
  }
}

/** Removes the attributes of a schema that are not kept: the library removes them one by one. */
function reduce(
  { attributes, truncate }: { attributes: readonly { name: string }[]; truncate: (name: string) => void },
  kept: readonly string[],
): void {
  for (const name of attributes.map((attribute) => attribute.name)) if (!kept.includes(name)) truncate(name)
}

function configure(library: typeof SCIMMY): void {
  library.Config.set({
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
        description: 'The token of Settings > Provisioning, in the Authorization header',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      },
    ],
  })
}
