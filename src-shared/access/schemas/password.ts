import { z } from 'zod'

import { Role } from './role.ts'
import { Line, Name } from '../../schemas/bounded.ts'

/** A password and nothing else: `/auth/reset/validate-password`. */
export const ValidatePassword = z.object({ password: Line }).meta({ id: 'validatePasswordSchema' })

/** The other two are asked for where one changes one's own. */
export const PasswordInput = z
  .object({
    password: Line,
    confirmPassword: Line.optional(),
    oldPassword: Line.optional(),
  })
  .meta({ id: 'passwordSchema' })

export const ChangePassword = z.object({ token: Line, password: Line }).meta({ id: 'changePasswordSchema' })

export const EmailBody = z.object({ email: Name }).meta({ id: 'emailSchema' })

/** User that a link is for, by user name or e-mail address. */
export const LoginId = z.object({ id: Name }).meta({ id: 'idSchema' })

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
