import { z } from 'zod'

import { NamedUser, PermissionName } from './access-decision.ts'
import { Name } from '../../schemas/bounded.ts'

const roleIds = z.array(z.int()).max(100)

/** A change of access that has not been made: what it would do is to be seen first. */
export const AccessChange = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('role'),
      roleId: z.int(),
      permissions: z.array(z.object({ name: PermissionName, environment: Name.nullish() })).max(2000),
    }),
    z.object({ kind: z.literal('user'), userId: z.int(), rootRole: z.int() }),
    z.object({
      kind: z.literal('group'),
      /** Absent: a group that is yet to be made. */
      groupId: z.int().optional(),
      rootRole: z.int().nullish(),
      users: z.array(z.int()).max(10_000),
    }),
    z.object({ kind: z.literal('group-deleted'), groupId: z.int() }),
    z.object({ kind: z.literal('user-project-roles'), project: Name, userId: z.int(), roles: roleIds }),
    z.object({
      kind: z.literal('group-project-roles'),
      project: Name,
      groupId: z.int(),
      roles: roleIds,
    }),
  ])
  .meta({ id: 'accessChangeSchema' })
export type AccessChange = z.output<typeof AccessChange>

export const HeldPermission = z.object({
  permission: z.string(),
  project: z.string().optional(),
  environment: z.string().optional(),
})

export const AccessPreview = z
  .object({
    /** Users whose access changes. */
    users: z.array(
      z.object({
        user: NamedUser,
        lost: z.array(HeldPermission),
        gained: z.array(HeldPermission),
      }),
    ),
    /** "4 users lose 2 permissions." */
    summary: z.string(),
  })
  .meta({ id: 'accessPreviewSchema' })
export type AccessPreview = z.output<typeof AccessPreview>
