import { z } from 'zod'

import { groupProperties } from '../../access/schemas/group.ts'
import { Role } from '../../access/schemas/role.ts'
import { Instant } from '../../schemas/scalars.ts'
import { User } from '../../access/schemas/user.ts'

/** Roles held in a project; `roleId` is the first of them, for clients from before there could be several. */
const held = { addedAt: Instant, roleId: z.int(), roles: z.array(z.int()) }

export const UserWithProjectRole = z
  .object({
    id: z.int(),
    name: z.string().optional(),
    username: z.string().optional(),
    email: z.string().nullish(),
    imageUrl: z.string(),
    accountType: z.enum(['User', 'Service Account']),
    ...held,
  })
  .meta({ id: 'userWithProjectRoleSchema' })
export type UserWithProjectRole = z.output<typeof UserWithProjectRole>

export const GroupWithProjectRole = z
  .object({
    ...groupProperties,
    users: z.array(z.object({ user: User, joinedAt: Instant, createdBy: z.string().nullable() })),
    ...held,
  })
  .meta({ id: 'groupWithProjectRoleSchema' })
export type GroupWithProjectRole = z.output<typeof GroupWithProjectRole>

/** Users and groups with access to a project, and the roles that can be granted there (docs/contract/access.md#project-access). */
export const ProjectAccess = z
  .object({
    users: z.array(UserWithProjectRole),
    groups: z.array(GroupWithProjectRole),
    roles: z.array(Role),
  })
  .meta({ id: 'projectAccessSchema' })
export type ProjectAccess = z.output<typeof ProjectAccess>

const ids = z.array(z.int()).max(10_000)
const roleIds = z.array(z.int()).max(100)

export const AddProjectAccess = z
  .object({ roles: roleIds, groups: ids, users: ids })
  .meta({ id: 'projectAddAccessSchema' })

export const ProjectAccessConfiguration = z
  .object({
    roles: z.array(z.object({ id: z.int(), groups: ids.optional(), users: ids.optional() })).max(100),
  })
  .meta({ id: 'projectAccessConfigurationSchema' })

export const ProjectRoles = z.object({ roles: roleIds }).meta({ id: 'projectRolesSchema' })
