import { z } from 'zod'

import { NamedUser } from './access-decision.ts'
import { HeldPermission } from './access-preview.ts'

/** Effect of a sign-in on one group. */
export const GROUP_EFFECTS = ['joins', 'leaves', 'keeps', 'manual', 'last-admin'] as const
export type GroupEffect = (typeof GROUP_EFFECTS)[number]

const integration = z.enum(['oidc', 'saml'])

/** Effect of a sign-in, real or rehearsed, on the groups of a user. */
export const GroupSync = z
  .object({
    /** Group field JSON path, as it was applied. */
    path: z.string(),
    /** Names or ids that the path selected. Null: no list was selected, and no group changes. */
    names: z.array(z.string()).nullable(),
    /** Number of all names, also of those that are not listed. */
    total: z.int(),
    /** Says why no group changes, or what was left out. */
    note: z.string().nullable(),
    /** Groups that have SSO names and concern the user. */
    groups: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        /** SSO names of the group that were among those sent. */
        matched: z.array(z.string()),
        /** All SSO names of the group. */
        mappingsSSO: z.array(z.string()),
        /**
         * `keeps`: stays a member by SSO. `manual`: added by hand, so sign-ins never remove the user.
         * `last-admin`: would leave, but nobody else is Admin.
         */
        effect: z.enum(GROUP_EFFECTS),
      }),
    ),
    lost: z.array(HeldPermission),
    gained: z.array(HeldPermission),
  })
  .meta({ id: 'groupSyncSchema' })
export type GroupSync = z.output<typeof GroupSync>

export const RehearseGroupSync = z
  .object({
    /** An ID token, a SAML response (XML or base64), or claims as JSON. */
    answer: z.string().min(1).max(100_000),
    groupJsonPath: z.string().min(1).max(300),
    /** User whose sign-in is rehearsed. Absent: the user that the answer names. */
    userId: z.int().optional(),
  })
  .meta({ id: 'rehearseGroupSyncSchema' })
export type RehearseGroupSync = z.output<typeof RehearseGroupSync>

/** Form in which an answer of an identity provider was pasted. */
export const ANSWER_KINDS = ['id-token', 'saml', 'claims'] as const

export const GroupSyncRehearsal = z
  .object({
    kind: z.enum(ANSWER_KINDS),
    /** Claims that were read. They are not verified: anybody could have written them. */
    claims: z.record(z.string(), z.unknown()),
    /** User whose groups would change. Null: a user who does not exist yet. */
    user: NamedUser.nullable(),
    sync: GroupSync,
  })
  .meta({ id: 'groupSyncRehearsalSchema' })
export type GroupSyncRehearsal = z.output<typeof GroupSyncRehearsal>

/** Group syncs of the recent sign-ins of a user, newest first. */
export const GroupSyncsOfUser = z
  .object({
    syncs: z.array(z.object({ id: z.int(), at: z.string(), integration, sync: GroupSync })),
  })
  .meta({ id: 'groupSyncsOfUserSchema' })
export type GroupSyncsOfUser = z.output<typeof GroupSyncsOfUser>
