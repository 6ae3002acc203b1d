import { z } from 'zod'

import { AdminPermission, Role } from './role.ts'
import { Instant } from '../../schemas/scalars.ts'
import { User } from './user.ts'

/** One line of the access overview (docs/contract/access.md#access-overview). */
export const AccessOverviewItem = z
  .object({
    userId: z.int(),
    userName: z.string().optional(),
    /** Empty: none. */
    userEmail: z.string(),
    /** Empty: none. */
    rootRole: z.string(),
    groups: z.array(z.string()),
    accessibleProjects: z.array(z.string()),
    createdAt: Instant,
    lastSeen: Instant.nullable(),
  })
  .meta({ id: 'accessOverviewItemSchema' })

/** One line for the window and its CSV, with the kind of account. */
export const ListedAccount = AccessOverviewItem.extend({ accountType: z.enum(['User', 'Service Account']) })
export type ListedAccount = z.output<typeof ListedAccount>

const JudgedPermission = AdminPermission.extend({ hasPermission: z.boolean() })

/**
 * Permissions of one user, one by one, with the roles that grant them
 * (docs/contract/access.md#access-overview).
 */
export const UserAccessOverview = z
  .object({
    overview: z.object({
      root: z.array(JudgedPermission),
      project: z.array(JudgedPermission),
      environment: z.array(JudgedPermission),
    }),
    user: User,
    /** Null for users without one, who can only have come from an import of data. */
    rootRole: Role.nullable(),
    projectRoles: z.array(Role.extend({ permissions: z.array(AdminPermission) })),
  })
  .meta({ id: 'userAccessOverviewSchema' })
export type UserAccessOverview = z.output<typeof UserAccessOverview>
