import { z } from 'zod'

import type { ScimUser, ScimView } from '#shared/access/schemas/scim.ts'
import { ownValue } from '#shared/own-value.ts'
import { badScim, callScimLibrary } from './scim-error.ts'
import { toScimId } from './scim-ids.ts'
import { USER_SCHEMA } from './scim-schemas.ts'
import { scimmy } from './scimmy.ts'

/** Attributes of a user that SCIM sets. */
export interface ScimUserContent {
  userName: string
  /** Display name. */
  name: string | null
  givenName: string | null
  familyName: string | null
  email: string | null
  isActive: boolean
  externalId: string | null
}

/** A user with what SCIM has of it. */
export interface StoredScimUser extends ScimUserContent {
  id: number
  /** Null: no provider manages the user yet. */
  scimId: string | null
  createdAt: string
  updatedAt: string
}

type Attributes = Record<string, unknown>

const MAX_TEXT = 255
const isEmail = (text: string) => text.length <= MAX_TEXT && z.email().safeParse(text).success

/** The kept attributes, by their names in lower case. Names come in any letter case. */
const KEPT = new Map(
  ['userName', 'name', 'displayName', 'active', 'emails', 'externalId'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

/** Finds the name of a kept attribute. Undefined: the attribute is not kept. */
export const findStoredAttribute = (name: string): string | undefined => KEPT.get(name.toLowerCase())

/**
 * Reads a user as a provider sends it, in a POST or a PUT. Attributes that are not kept are ignored: providers send
 * everything that they map. Throws 400 for a kept attribute of the wrong type.
 */
export async function readScimUser(input: Attributes): Promise<ScimUserContent> {
  const kept = Object.entries(input).flatMap(([name, value]) => {
    const attribute = findStoredAttribute(name)
    return attribute === undefined || value === null
      ? []
      : [[attribute, readValue(attribute, value)] as const]
  })
  const { User } = (await scimmy()).Schemas
  const user = callScimLibrary(
    'invalidValue',
    () => new User(Object.fromEntries(kept) as never, 'in') as unknown as Attributes,
  )
  return contentOf(user)
}

/** Reads the value of a kept attribute. Entra ID sends truth values as text, `"False"`. */
export function readValue(attribute: string, value: unknown): unknown {
  if (attribute === 'active') return readTruth(value)
  if (attribute === 'emails' && Array.isArray(value)) return value.map(readEmail)
  return value
}

export function readTruth(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : value
}

/** Providers send several e-mail addresses, and some of them without a value. */
function readEmail(email: unknown): unknown {
  if (typeof email === 'string') return { value: email }
  if (typeof email !== 'object' || email === null) return email
  const { value, type, primary } = email as Attributes
  return {
    ...(value === undefined || value === null ? {} : { value }),
    ...(typeof type === 'string' ? { type } : {}),
    ...(primary === undefined || primary === null ? {} : { primary: readTruth(primary) }),
  }
}

/** Reads the attributes of a user from one that the library has checked; `before`: the user that it was. */
export function contentOf(user: Attributes, before?: StoredScimUser): ScimUserContent {
  const { givenName, familyName, formatted } = (user['name'] ?? {}) as Attributes
  const content: ScimUserContent = {
    userName: requireText('userName', user['userName']),
    givenName: textOf('name.givenName', givenName),
    familyName: textOf('name.familyName', familyName),
    name: null,
    email: emailOf(user),
    isActive: user['active'] !== false,
    externalId: textOf('externalId', user['externalId']),
  }
  const joined = [content.givenName, content.familyName].filter((part) => part !== null).join(' ') || null
  const said = textOf('displayName', user['displayName'])
  const whole = textOf('name.formatted', formatted)
  if (!before) return { ...content, name: said ?? whole ?? joined }
  const hasNewParts = content.givenName !== before.givenName || content.familyName !== before.familyName
  const changed = [said, whole].find((name) => name !== null && name !== before.name)
  return { ...content, name: changed ?? (hasNewParts ? joined : null) ?? said ?? whole ?? joined }
}

function textOf(attribute: string, value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  if (value.length > MAX_TEXT)
    throw badScim('invalidValue', `"${attribute}" has more than ${MAX_TEXT} characters. Use a shorter value.`)
  return value.trim()
}

function requireText(attribute: string, value: unknown): string {
  const text = textOf(attribute, value)
  if (text === null) throw badScim('invalidValue', `"${attribute}" is missing. Every user needs one.`)
  return text
}

/** Picks the one address that is kept: the primary one, else that of work, else the first; else a user name that is one. */
function emailOf(user: Attributes): string | null {
  const emails = (Array.isArray(user['emails']) ? user['emails'] : []) as Attributes[]
  const withValue = emails.filter(({ value }) => typeof value === 'string' && value.trim() !== '')
  const picked =
    withValue.find(({ primary }) => primary === true) ??
    withValue.find(({ type }) => type === 'work') ??
    withValue[0]
  const email = textOf('emails.value', picked?.['value'])
  if (email !== null && !isEmail(email)) throw badScim('invalidValue', `"${email}" is not an e-mail address.`)
  if (email !== null || emails.length > 0) return email
  const userName = textOf('userName', user['userName'])
  return userName !== null && isEmail(userName) ? userName : null
}

/** Builds the SCIM resource of a user. */
export function toScimUser(user: StoredScimUser, base: string): ScimUser {
  const id = toScimId('user', user.id)
  const name = {
    ...(user.name === null ? {} : { formatted: user.name }),
    ...(user.givenName === null ? {} : { givenName: user.givenName }),
    ...(user.familyName === null ? {} : { familyName: user.familyName }),
  }
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(user.externalId === null ? {} : { externalId: user.externalId }),
    userName: user.userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...(user.name === null ? {} : { displayName: user.name }),
    ...(user.email === null ? {} : { emails: [{ value: user.email, type: 'work', primary: true }] }),
    active: user.isActive,
    meta: {
      resourceType: 'User',
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${base}/Users/${id}`,
    },
  }
}

/** Attributes that are always answered (RFC 7643, section 7, "returned"). */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id'])

/** Reduces a resource to the attributes that the request wants (RFC 7644, section 3.9). */
export function viewOf<T extends { schemas: string[]; id: string }>(
  resource: T,
  { attributes, excludedAttributes }: ScimView,
): T {
  const wanted = namesOf(attributes)
  const unwanted = namesOf(excludedAttributes)
  if (wanted.size === 0 && unwanted.size === 0) return resource
  const isLeft = (name: string) =>
    ALWAYS.has(name) || (wanted.size > 0 ? wanted.has(name.toLowerCase()) : !unwanted.has(name.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isLeft(name))) as T
}

/** Lists the attributes of a parameter in lower case; parts of an attribute stand for all of it. */
export const namesOf = (list: string | undefined): ReadonlySet<string> =>
  new Set(
    (list ?? '')
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^urn:[\w:]+2\.0:\w+:/i, '')
            .split('.')[0]
            ?.toLowerCase() ?? '',
      )
      .filter((name) => name !== ''),
  )

/** Reads an own attribute of an object in any letter case. */
export function attributeOf(value: Attributes, name: string): unknown {
  const key = Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : ownValue(value, key)
}
