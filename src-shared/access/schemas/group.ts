import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { User } from './user.ts'
import { Line, Prose } from '../../schemas/bounded.ts'

/**
 * A user's place in a group; `createdBy` is who put the user there, `SSO` when a sign-in did
 * (docs/contract/access.md#group-sync).
 */
export const GroupMember = z
  .object({ user: User, joinedAt: Instant, createdBy: z.string().nullable() })
  .meta({ id: 'groupUserModelSchema' })
export type GroupMember = z.output<typeof GroupMember>

/** Properties of a group wherever it is listed. */
export const groupProperties = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  /** Names or ids of groups at the identity provider, matched exactly at sign-in. */
  mappingsSSO: z.array(z.string()),
  /** Held by all members everywhere; null: the group has roles in projects, or none yet. */
  rootRole: z.int().nullable(),
  scimId: z.string().nullable(),
}

/** A user group (document: "User group"; docs/contract/access.md#groups). */
export const Group = z
  .object({
    ...groupProperties,
    users: z.array(GroupMember),
    /** Projects in which the group has a role. */
    projects: z.array(z.string()),
    userCount: z.int(),
  })
  .meta({ id: 'groupSchema' })
export type Group = z.output<typeof Group>

/** More than any list one would send by hand; the body limit stops sooner. */
const MAX_MEMBERS = 5000

export const UpsertGroup = z
  .object({
    name: z.string().trim().max(255),
    description: Prose.nullish(),
    mappingsSSO: z.array(Line.min(1)).max(1000).optional(),
    rootRole: z.int().nullish(),
    users: z
      .array(z.object({ user: z.object({ id: z.int().min(0) }) }))
      .max(MAX_MEMBERS)
      .optional(),
  })
  .meta({ id: 'createGroupSchema' })
export type UpsertGroup = z.output<typeof UpsertGroup>
