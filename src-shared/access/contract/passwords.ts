import { z } from 'zod'

import {
  ChangePassword,
  EmailBody,
  LoginId,
  PasswordInput,
  ResetPassword,
  TokenUser,
  ValidatePassword,
} from '../schemas/password.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Line } from '../../schemas/bounded.ts'

const RESET = '/auth/reset'
const USERS = '/api/admin/user-admin'

export const validateToken = operation({
  operationId: 'validateToken',
  method: 'GET',
  path: `${RESET}/validate`,
  tag: 'Auth',
  summary: 'Returns the user of a valid password reset link',
  audience: 'open',
  access: audienceOnly,
  query: z.object({ token: Line.optional() }),
  responses: { 200: TokenUser },
  errors: [401, 403],
})

export const changePassword = operation({
  operationId: 'changePassword',
  method: 'POST',
  path: `${RESET}/password`,
  tag: 'Auth',
  summary: "Sets the password of a reset link's user and ends the user's sessions",
  description: 'A link can be used once, within 24 hours, and only until a newer one is created.',
  audience: 'open',
  access: audienceOnly,
  body: ChangePassword,
  responses: { 200: null },
  errors: [400, 401, 403],
})

export const validatePassword = operation({
  operationId: 'validatePassword',
  method: 'POST',
  path: `${RESET}/validate-password`,
  tag: 'Auth',
  summary: 'Validates a password and lists every rule it breaks',
  audience: 'open',
  access: audienceOnly,
  body: ValidatePassword,
  responses: { 200: null },
  errors: [400],
})

export const sendResetPasswordEmail = operation({
  operationId: 'sendResetPasswordEmail',
  method: 'POST',
  path: `${RESET}/password-email`,
  tag: 'Auth',
  summary: 'Requests a password reset link',
  description:
    'Sends a link by e-mail. While e-mail is off, an Admin makes the link instead (resetUserPassword). The answer is ' +
    'the same for addresses that nobody has, so that it does not reveal accounts. Once a minute for each address and ' +
    'each client.',
  audience: 'open',
  access: audienceOnly,
  body: EmailBody,
  responses: { 200: null },
  errors: [429],
})

export const resetUserPassword = operation({
  operationId: 'resetUserPassword',
  method: 'POST',
  path: `${USERS}/reset-password`,
  tag: 'Users',
  summary:
    'Creates a password reset link, and sends it by e-mail where that is on; earlier links become invalid',
  access: needs('ADMIN'),
  body: LoginId,
  responses: { 200: ResetPassword },
  errors: [404],
})

export const validateUserPassword = operation({
  operationId: 'validateUserPassword',
  method: 'POST',
  path: `${USERS}/validate-password`,
  tag: 'Users',
  summary: 'Validates a password and lists every rule it breaks',
  access: audienceOnly,
  body: PasswordInput,
  responses: { 200: null },
  errors: [400],
})

export const changeUserPassword = operation({
  operationId: 'changeUserPassword',
  method: 'POST',
  path: `${USERS}/:id/change-password`,
  tag: 'Users',
  summary: "Sets the password of a user and ends the user's sessions",
  access: needs('ADMIN'),
  params: z.object({ id: integerParam('id') }),
  body: PasswordInput,
  responses: { 200: null },
  errors: [400, 404],
})

export const changeMyPassword = operation({
  operationId: 'changeMyPassword',
  method: 'POST',
  path: '/api/admin/user/change-password',
  tag: 'Users',
  summary: "Changes the caller's own password and ends the caller's sessions",
  description: 'Wrong old passwords count as failed sign-ins, and are limited with them.',
  access: audienceOnly,
  body: PasswordInput,
  responses: { 200: null },
  errors: [400, 401, 429],
})
