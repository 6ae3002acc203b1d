import { z } from 'zod'

import { Role } from './role.ts'
import { Instant } from '../../schemas/scalars.ts'
import { User } from './user.ts'
import { ALL, Line, Name } from '../../schemas/bounded.ts'

const MAX_TEXT = 255

/** An e-mail address, or nothing; the message is recorded exchange users/bad-e-mail's. */
export const EmailInput = Name.trim()
  .superRefine((value, context) => {
    if (value === '' || (value.length <= MAX_TEXT && z.email().safeParse(value).success)) return
    const message = `"value" must be a valid email. You provided "${value.slice(0, MAX_TEXT)}".`
    context.addIssue({ code: 'custom', message, input: value })
  })
  .meta({ description: 'An e-mail address; empty for none.' })

const NameInput = z.string().trim().max(MAX_TEXT)

/** A root role by its number or by its name. */
const RootRoleInput = z.union([z.int().min(0), z.string().min(1).max(MAX_TEXT)])

export const CreateUser = z
  .object({
    username: NameInput.optional(),
    email: EmailInput.optional(),
    name: NameInput.optional(),
    password: Line.optional(),
    rootRole: RootRoleInput,
    sendEmail: z.boolean().optional(),
  })
  .meta({ id: 'createUserSchema' })

export const UpdateUser = z
  .object({ name: NameInput, email: EmailInput, rootRole: RootRoleInput })
  .partial()
  .meta({ id: 'updateUserSchema' })

/** A user with the number of the root role, as lists and single reads answer it. */
export const UserWithRole = User.extend({ rootRole: z.int().optional() })
export type UserWithRole = z.output<typeof UserWithRole>

/**
 * Role as requested: by number or by name (recorded exchanges users/create-viewer and
 * users/create-editor-by-role-name).
 */
export const CreatedUser = User.extend({
  rootRole: RootRoleInput,
  inviteLink: z.string(),
  emailSent: z.boolean().meta({ description: 'True if an e-mail with the link is in the outbox.' }),
}).meta({ id: 'createUserResponseSchema' })

export const Users = z
  .object({
    users: z.array(UserWithRole.extend({ inviteLink: z.string() })),
    rootRoles: z.array(Role),
  })
  .meta({ id: 'usersSchema' })

/** Properties of a user that every signed-in user may see (recorded exchange users/search). */
export const FoundUser = User.omit({ loginAttempts: true, createdAt: true })

export const BaseUser = User.pick({ id: true, name: true, username: true, email: true, accountType: true })

export const UsersAndGroups = z
  .object({
    users: z.array(BaseUser),
    groups: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        description: z.string().nullable(),
        rootRole: z.int().nullable(),
        userCount: z.int(),
      }),
    ),
  })
  .meta({ id: 'usersGroupsBaseSchema' })

export const AdminCount = z
  .object({ password: z.int(), noPassword: z.int(), service: z.int() })
  .meta({ id: 'adminCountSchema' })

export const InactiveUser = User.pick({
  id: true,
  name: true,
  username: true,
  email: true,
  seenAt: true,
  createdAt: true,
})
  .extend({ patSeenAt: Instant.nullable() })
  .meta({ id: 'inactiveUserSchema' })
export type InactiveUser = z.output<typeof InactiveUser>

export const InactiveUsers = z
  .object({ version: z.literal(1), inactiveUsers: z.array(InactiveUser) })
  .meta({ id: 'inactiveUsersSchema' })

export const Ids = z.object({ ids: z.array(z.number().min(0)).max(ALL) }).meta({ id: 'idsSchema' })

/** All roles and permissions of a user with their sources, for the page of one user. */
export const UserAccount = z.object({
  grants: z.array(
    z.object({
      role: z.object({ id: z.int(), name: z.string(), type: z.string() }),
      via: z.object({ kind: z.string(), id: z.int().optional(), name: z.string().optional() }),
      project: z.string().optional(),
    }),
  ),
  personalTokens: z.int(),
  hasPassword: z.boolean(),
})
