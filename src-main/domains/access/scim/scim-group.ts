import type { ScimGroup, ScimPatchOperation } from '#shared/access/schemas/scim.ts'
import { SCIM_LIMITS } from '#shared/access/schemas/scim.ts'
import { badScim } from './scim-error.ts'
import { fromScimId, toScimId } from './scim-ids.ts'
import { readPath } from './scim-patch.ts'
import { GROUP_SCHEMA } from './scim-schemas.ts'
import { attributeOf } from './scim-user.ts'

/** Attributes of a group that SCIM sets. Members are numbers of users. */
export interface ScimGroupContent {
  name: string
  externalId: string | null
  members: ReadonlySet<number>
}

/** A group with what SCIM has of it. */
export interface StoredScimGroup {
  id: number
  name: string
  externalId: string | null
  /** Null: no provider manages the group yet. */
  scimId: string | null
  /** Root role that the group gives its members. */
  rootRole: number | null
  createdAt: string
  updatedAt: string
}

export interface ScimMember {
  id: number
  display: string
}

type Attributes = Record<string, unknown>

const MAX_TEXT = 255

/**
 * Reads a group as a provider sends it, in a POST or a PUT. Members are read here and not by the library, which takes
 * a second for 5,000 of them.
 */
export function readScimGroup(input: Attributes): ScimGroupContent {
  return {
    name: requireName(attributeOf(input, 'displayName')),
    externalId: externalIdOf(attributeOf(input, 'externalId')),
    members: bounded(new Set(readMembers(attributeOf(input, 'members') ?? []))),
  }
}

/** Applies a PATCH to a group: its name, its external id and its members (RFC 7644, section 3.5.2). */
export function patchedGroup(
  before: ScimGroupContent,
  operations: readonly ScimPatchOperation[],
): ScimGroupContent {
  const after = { ...before, members: new Set(before.members) }
  for (const operation of operations) applyTo(after, operation)
  return { ...after, members: bounded(after.members) }
}

type Draft = Omit<ScimGroupContent, 'members'> & { members: Set<number> }

function applyTo(group: Draft, { op, path, value }: ScimPatchOperation): void {
  if (path === undefined) {
    if (op === 'remove') throw badScim('noTarget', 'A remove operation needs a path.')
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badScim('invalidValue', 'An operation without a path needs an object of attributes as its value.')
    for (const [key, one] of Object.entries(value)) applyTo(group, { op, path: key, value: one })
    return
  }
  const found = readPath(path)
  switch (found?.attribute.toLowerCase()) {
    case 'displayname':
      if (op === 'remove') throw badScim('invalidValue', '"displayName" is required and cannot be removed.')
      group.name = requireName(value)
      return
    case 'externalid':
      group.externalId = op === 'remove' ? null : externalIdOf(value)
      return
    case 'members':
      return changeMembers(group, op, found?.filter, value)
    case 'id':
      // Okta sends the id of the group along with its name
      if (value !== undefined) return
      throw badScim('mutability', '"id" cannot be changed.')
  }
}

function changeMembers(
  group: Draft,
  op: ScimPatchOperation['op'],
  filter: string | undefined,
  value: unknown,
): void {
  if (filter !== undefined) {
    const id = memberOf(filter)
    if (op !== 'remove')
      throw badScim('invalidPath', 'Members are added by the path "members", and only removed by a filter.')
    if (id !== undefined) group.members.delete(id)
    return
  }
  const given = value === undefined || value === null ? [] : readMembers(value)
  if (op === 'replace') group.members = new Set(given)
  if (op === 'add') for (const id of given) group.members.add(id)
  if (op === 'remove') {
    // Entra ID names the members in the value; without one, all members go
    if (value === undefined || value === null) group.members.clear()
    for (const id of given) group.members.delete(id)
  }
}

/** Reads the member that a path's filter means, `value eq "user-5"`. Throws 400 `invalidFilter`. */
function memberOf(filter: string): number | undefined {
  const [, id] = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter) ?? []
  if (id === undefined)
    throw badScim('invalidFilter', `Members are found by 'value eq "..."', not by "${filter.slice(0, 200)}".`)
  return fromScimId('user', id)
}

/** Reads members: a list of `{value}`, or one of them. Throws 400 for what is no user. */
function readMembers(value: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > SCIM_LIMITS.members) throw tooManyMembers()
  return list.map((member) => {
    const id =
      typeof member === 'object' && member !== null ? attributeOf(member as Attributes, 'value') : member
    const user = typeof id === 'string' ? fromScimId('user', id) : undefined
    if (user === undefined)
      throw badScim('invalidValue', `The member ${JSON.stringify(id ?? null).slice(0, 100)} is no user.`)
    return user
  })
}

function bounded(members: Set<number>): Set<number> {
  if (members.size > SCIM_LIMITS.members) throw tooManyMembers()
  return members
}

const tooManyMembers = () =>
  badScim('tooMany', `A group can have ${SCIM_LIMITS.members} members. Split it into several groups.`)

function requireName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name === '' || name.length > MAX_TEXT)
    throw badScim('invalidValue', `"displayName" must be a text of 1 to ${MAX_TEXT} characters.`)
  return name
}

function externalIdOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > MAX_TEXT)
    throw badScim('invalidValue', `"externalId" must be a text of at most ${MAX_TEXT} characters.`)
  return value
}

/** Builds the SCIM resource of a group; `members`: absent where they are not wanted. */
export function toScimGroup(
  group: StoredScimGroup,
  members: readonly ScimMember[] | undefined,
  base: string,
): ScimGroup {
  const id = toScimId('group', group.id)
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.name,
    ...(members === undefined
      ? {}
      : {
          members: members.map((member) => {
            const value = toScimId('user', member.id)
            return { value, display: member.display, type: 'User', $ref: `${base}/Users/${value}` }
          }),
        }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt,
      lastModified: group.updatedAt,
      location: `${base}/Groups/${id}`,
    },
  }
}
