import type { ScimPatchOperation } from '#shared/access/schemas/scim.ts'
import { ownValue } from '#shared/own-value.ts'
import { toScimError, badScim } from './scim-error.ts'
import {
  contentOf,
  findStoredAttribute,
  readTruth,
  readValue,
  toScimUser,
  type ScimUserContent,
  type StoredScimUser,
} from './scim-user.ts'
import { scimmy } from './scimmy.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const CORE_URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i
const OTHER_URN = /^urn:/i
/** Attribute, filter of its values, and part of it: `emails[type eq "work"].value`. */
const PATH = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i
const TYPE_FILTER = /^\s*(type|primary)\s+eq\s+"?(\w+)"?\s*$/i

interface Path {
  attribute: string
  filter?: string
  part?: string
}

/** Splits a path. Undefined: it names an attribute of another schema. Throws 400 `invalidPath`. */
export function readPath(text: string): Path | undefined {
  const local = text.trim().replace(CORE_URN, '')
  if (OTHER_URN.test(local)) return undefined
  const [, attribute, filter, part] = PATH.exec(local) ?? []
  if (attribute === undefined)
    throw badScim('invalidPath', `The path "${text.slice(0, 200)}" cannot be read.`)
  return {
    attribute,
    ...(filter === undefined ? {} : { filter }),
    ...(part === undefined ? {} : { part }),
  }
}

/**
 * Applies a PATCH to a user with the SCIM library. Operations come first into the form that RFC 7644 has: Entra ID
 * sends `"False"` for false, and parts of attributes as keys, `{"name.givenName": "Ada"}`; both providers address
 * e-mail addresses by a type that the user may not have yet. Attributes that are not kept are ignored.
 */
export async function patched(
  user: StoredScimUser,
  operations: readonly ScimPatchOperation[],
): Promise<ScimUserContent> {
  // in order: each operation sees the result of the previous one
  let attributes = plain(toScimUser(user, '')) as Record<string, unknown>
  for (const operation of operations)
    for (const regular of regularised(operation, attributes)) attributes = await apply(attributes, regular)
  return contentOf(attributes, user)
}

type Operation = Omit<ScimPatchOperation, 'value'> & { value?: unknown }

/** Applies one operation; the library answers nothing if nothing changes. */
async function apply(
  attributes: Record<string, unknown>,
  operation: Operation,
): Promise<Record<string, unknown>> {
  const { Messages, Schemas } = await scimmy()
  try {
    const patch = new Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations: [operation] })
    const before = new Schemas.User(structuredClone(attributes), 'out')
    const after: unknown = await patch.apply(before, (changed) => changed as never)
    return after === undefined
      ? attributes
      : { ...attributes, ...cleared(attributes), ...(plain(after) as object) }
  } catch (error) {
    throw toScimError(error, 'invalidValue')
  }
}

/** Attributes that a patch may have taken away: what it leaves is put over them. */
const cleared = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(attributes).map((name) => [name, undefined]))

/** Turns an operation into those that the library takes; none if nothing of it is kept. */
function regularised({ op, path, value }: ScimPatchOperation, user: Record<string, unknown>): Operation[] {
  if (path === undefined) {
    if (op === 'remove') throw badScim('noTarget', 'A remove operation needs a path.')
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badScim('invalidValue', 'An operation without a path needs an object of attributes as its value.')
    return Object.entries(value).flatMap(([key, one]) => regularised({ op, path: key, value: one }, user))
  }
  const found = readPath(path)
  const attribute = found && findStoredAttribute(found.attribute)
  if (!found || attribute === undefined) return []
  if (attribute === 'emails') return onEmails(op, found, value, user)
  if (found.part !== undefined && attribute !== 'name')
    throw badScim('invalidPath', `"${attribute}" has no part "${found.part}".`)
  if (
    attribute === 'name' &&
    found.part !== undefined &&
    !/^(formatted|givenName|familyName)$/i.test(found.part)
  )
    return []
  const at = found.part === undefined ? attribute : `${attribute}.${partOfName(found.part)}`
  if (op === 'remove' || value === null) return [{ op: 'remove', path: at }]
  if (attribute === 'name' && found.part === undefined) return onName(value)
  return [{ op, path: at, value: readValue(attribute, value) }]
}

const NAME_PARTS: Readonly<Record<string, string>> = {
  formatted: 'formatted',
  givenname: 'givenName',
  familyname: 'familyName',
}
const partOfName = (part: string) => ownValue(NAME_PARTS, part.toLowerCase()) ?? part

/** Splits a whole name into its kept parts. */
function onName(value: unknown): Operation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badScim('invalidValue', '"name" must be an object, with "givenName" and "familyName".')
  return Object.entries(value).flatMap(([part, text]): Operation[] =>
    Object.hasOwn(NAME_PARTS, part.toLowerCase()) && text !== null
      ? [{ op: 'replace', path: `name.${partOfName(part)}`, value: text }]
      : [],
  )
}

/** One address is kept: an operation on any of them sets it, or takes it away. */
function onEmails(
  op: Operation['op'],
  { filter, part }: Path,
  value: unknown,
  user: Record<string, unknown>,
): Operation[] {
  const stored = (user['emails'] ?? []) as { value: string; type: string; primary: boolean }[]
  if (filter === undefined) {
    if (op === 'remove' || value === null) return stored.length > 0 ? [{ op: 'remove', path: 'emails' }] : []
    const given = part === undefined ? value : [{ value }]
    if (part !== undefined && part.toLowerCase() !== 'value') return []
    const emails = readValue('emails', Array.isArray(given) ? given : [given])
    if (Array.isArray(emails) && emails.length === 0)
      return stored.length > 0 ? [{ op: 'remove', path: 'emails' }] : []
    return [{ op: 'replace', path: 'emails', value: emails }]
  }
  const selected = selectedEmails(stored, filter)
  if (op === 'remove' || value === null || value === '')
    return selected.length > 0 ? [{ op: 'remove', path: 'emails' }] : []
  if (part !== undefined && part.toLowerCase() !== 'value') return []
  // a type other than that of the stored address means a second address, which is not stored
  if (selected.length === 0 && stored.length > 0) return []
  const [address] = part === undefined && Array.isArray(value) ? (value as unknown[]) : [value]
  const text =
    typeof address === 'object' && address !== null ? (address as { value?: unknown }).value : address
  return [{ op: 'replace', path: 'emails', value: [{ value: text, type: 'work', primary: true }] }]
}

/** Finds the stored addresses that a filter of a path means. Throws 400 `invalidFilter`. */
function selectedEmails(
  stored: readonly { value: string; type: string; primary: boolean }[],
  filter: string,
): readonly { value: string }[] {
  const [, attribute = '', wanted = ''] = TYPE_FILTER.exec(filter) ?? []
  if (attribute.toLowerCase() === 'type') return stored.filter(({ type }) => type === wanted.toLowerCase())
  if (attribute.toLowerCase() === 'primary')
    return stored.filter(({ primary }) => primary === readTruth(wanted))
  const [, address] = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter) ?? []
  if (address !== undefined) return stored.filter((one) => one.value.toLowerCase() === address.toLowerCase())
  throw badScim('invalidFilter', `The filter "${filter.slice(0, 200)}" cannot be read.`)
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
