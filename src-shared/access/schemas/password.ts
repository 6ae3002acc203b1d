import { z } from 'zod'

import { Role } from './role.ts'

/** A password and nothing else: `/auth/reset/validate-password`. */
export const ValidatePassword = z.object({ password: z.string() }).meta({ id: 'validatePasswordSchema' })

/** The other two are asked for where one changes one's own. */
export const PasswordInput = z
  .object({
    password: z.string(),
    confirmPassword: z.string().optional(),
    oldPassword: z.string().optional(),
  })
  .meta({ id: 'passwordSchema' })

export const ChangePassword = z
  .object({ token: z.string(), password: z.string() })
  .meta({ id: 'changePasswordSchema' })

export const EmailBody = z.object({ email: z.string() }).meta({ id: 'emailSchema' })

/** User that a link is for, by user name or e-mail address. */
export const LoginId = z.object({ id: z.string() }).meta({ id: 'idSchema' })

export const ResetPassword = z.object({ resetPasswordUrl: z.url() }).meta({ id: 'resetPasswordSchema' })

/** User whose password a link sets. */
export const TokenUser = z
  .object({
    id: z.int(),
    name: z.string().optional(),
    /** Empty for who has a user name alone. */
    email: z.string(),
    token: z.string(),
    createdBy: z.string().nullable(),
    role: Role.optional(),
  })
  .meta({ id: 'tokenUserSchema' })
