import { sendResetPasswordEmail as operation } from '../../../src-shared/contract/passwords.ts'
import { notFound } from '../../kernel/app-error.ts'
import { query } from '../../kernel/use-case.ts'
import { findUserByLogin } from '../users/index.ts'

/**
 * There is no mail server: the answer is that of the original without one (exchanges 412, 413), and nothing is sent.
 * No link is made either: it would reach nobody, and end the one that an Admin may just have handed out.
 */
export const sendResetPasswordEmail = query(operation, async ({ queries, logger }, { body: { email } }) => {
  const user = await findUserByLogin(queries, email)
  if (user?.kind !== 'user' || user.email !== email) throw notFound('No user found')
  logger.warn({ userId: user.id }, 'a user asks for a new password: an Admin has to make the link')
})
