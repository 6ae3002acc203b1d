import type { Group } from '#shared/access/schemas/group.ts'

/** Fields of a group that users can edit. */
export interface GroupContent {
  name: string
  description: string | null
  mappingsSSO: readonly string[]
  rootRole: number | null
}

/** A group without its members. */
export interface StoredGroup extends GroupContent {
  id: number
  createdAt: string
  createdBy: string | null
  /** Id in SCIM; if set, SCIM manages the group's name and members (docs/contract/access.md#groups). */
  scimId: string | null
}

/**
 * Mark of members added by a sign-in. A sign-in removes only such members
 * (docs/contract/access.md#group-sync).
 */
export const BY_SSO = 'SSO'

/** Makes the data of a group that events keep: its members as ids (docs/contract/access.md#groups). */
export function toEventData(group: Group): Record<string, unknown> {
  const { users, ...rest } = group
  return { ...rest, users: users.map(({ user }) => user.id) }
}
