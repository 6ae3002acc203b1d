import { ownValue } from '#shared/own-value.ts'

/** Attributes that hold an e-mail address, as identity providers name them. The first that is there counts. */
const EMAIL = [
  'email',
  'mail',
  'Email',
  'emailAddress',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
]
const NAME = [
  'name',
  'displayName',
  'displayname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
  'urn:oid:2.5.4.3',
]
const GIVEN = [
  'given_name',
  'firstName',
  'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
]
const FAMILY = [
  'family_name',
  'lastName',
  'surname',
  'sn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
]
const USERNAME = ['preferred_username', 'username', 'uid', 'urn:oid:0.9.2342.19200300.100.1.1']

/** Person as the claims of an answer describe them. */
export interface ClaimedIdentity {
  email?: string
  username?: string
  name?: string
}

/**
 * Reads who the claims are about. Only a text with an @ counts as e-mail address, of an attribute before the SAML name id: people are
 * found by it, and a user name in its place would be that of somebody else.
 */
export function identityOfClaims(claims: Readonly<Record<string, unknown>>): ClaimedIdentity {
  const email = firstText(claims, [...EMAIL, 'nameID'], (text) => text.includes('@'))
  const username = firstText(claims, USERNAME)
  const parts = [firstText(claims, GIVEN), firstText(claims, FAMILY)].filter((part) => part !== undefined)
  const name = firstText(claims, NAME) ?? (parts.length > 0 ? parts.join(' ') : undefined)
  return {
    ...(email === undefined ? {} : { email }),
    ...(username === undefined ? {} : { username }),
    ...(name === undefined ? {} : { name }),
  }
}

/** Returns the first value that is a text, and meets the condition. A list counts by its only item. */
function firstText(
  claims: Readonly<Record<string, unknown>>,
  names: readonly string[],
  isMeant: (text: string) => boolean = () => true,
): string | undefined {
  for (const name of names) {
    const value = ownValue(claims, name)
    const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
    if (typeof one === 'string' && one.trim() !== '' && isMeant(one)) return one.trim()
  }
  return undefined
}
