import { z } from 'zod'
import { Name } from '../../schemas/bounded.ts'

export const RoleType = z.enum(['root', 'project', 'root-custom', 'custom'])

/**
 * A role (docs/contract/access.md#predefined-roles): `root` and `project` are predefined, `root-custom` and `custom`
 * are made by users.
 */
export const Role = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    type: RoleType,
    /** Project of the role, in lists of a user's roles. */
    project: z.string().nullish(),
  })
  .meta({ id: 'roleSchema' })
export type Role = z.output<typeof Role>

/**
 * Numbers of users, groups and service accounts with a role. Each counts once, in however many projects.
 * Service accounts do not count as users.
 */
export const RoleUse = z.object({
  userCount: z.int(),
  groupCount: z.int(),
  serviceAccountCount: z.int(),
})
export type RoleUse = z.output<typeof RoleUse>

/** A permission as the API serves it (docs/contract/access.md#permissions). */
export const AdminPermission = z
  .object({
    id: z.int(),
    name: z.string(),
    displayName: z.string(),
    type: z.enum(['root', 'project', 'environment']),
    environment: z.string().nullish(),
  })
  .meta({ id: 'adminPermissionSchema' })
export type AdminPermission = z.output<typeof AdminPermission>

export const AdminPermissions = z
  .object({
    version: z.literal(1),
    permissions: z.object({
      root: z.array(AdminPermission),
      project: z.array(AdminPermission),
      environments: z.array(z.object({ name: z.string(), permissions: z.array(AdminPermission) })),
    }),
  })
  .meta({ id: 'adminPermissionsSchema' })

export const RoleWithPermissions = Role.extend({ permissions: z.array(AdminPermission) }).meta({
  id: 'roleWithPermissionsSchema',
})

/** One object under the name `roles`: that is how the service has always said it. */
export const RoleWithVersion = z.object({ version: z.literal(1), roles: Role }).meta({
  id: 'roleWithVersionSchema',
})

/** More than all permissions of a great many environments. */
const MAX_PERMISSIONS = 2000

const PermissionItem = z
  .object({ id: z.number().optional(), name: Name.optional(), environment: Name.nullish() })
  .superRefine(({ id, name }, context) => {
    if (id !== undefined || name !== undefined) return
    context.addIssue({
      code: 'custom',
      message: 'A permission needs a `name` or an `id`.',
      input: { id, name },
    })
  })
  .meta({ description: 'A permission by its name; by its number when it has no name.' })
export type PermissionItem = z.output<typeof PermissionItem>

const name = z.string().trim().min(1).max(100)

const parts = {
  description: z.string().max(1000),
  type: z.enum(['root-custom', 'custom']).optional(),
  /** An empty set is a set: the role gives nothing then. */
  permissions: z.array(PermissionItem).max(MAX_PERMISSIONS),
}

export const CreateRole = z.object({ name, ...parts }).meta({ id: 'createRoleWithPermissionsSchema' })
export type CreateRole = z.output<typeof CreateRole>

/** Role whose name is checked. Other fields may still be missing. */
export const ValidateRole = z
  .object({
    name,
    ...parts,
    description: parts.description.nullish(),
    permissions: parts.permissions.optional(),
  })
  .meta({ id: 'validateRoleSchema' })

/** Use of a role, by project. */
export const RoleProjects = z
  .object({ projects: z.array(RoleUse.extend({ project: z.string(), role: z.int() })) })
  .meta({ id: 'projectRoleUsageSchema' })
export type RoleProjects = z.output<typeof RoleProjects>
