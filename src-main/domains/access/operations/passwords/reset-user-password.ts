import { resetUserPassword as operation } from '#shared/access/contract/passwords.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { queueLinkEmail, type EmailServices } from '#domains/instance/records/email/queue-email.ts'
import { displayNameOf } from '../../records/users/user.ts'
import { findUserByLogin } from '../../records/users/users.store.ts'
import { issueResetLink } from '../../records/passwords/reset-link.ts'

/**
 * Makes a link by which a user sets a new password, and sends it by e-mail where that is on; the password there is stays until then (recorded exchange
 * users/reset-password-link).
 */
export const resetUserPassword = ({ pagesUrl, ...email }: EmailServices & { pagesUrl: () => string }) =>
  mutation(operation, async (context, { body }) => {
    const user = await findUserByLogin(context.queries, body.id)
    if (user?.kind !== 'user') throw notFound('No user found')
    const resetPasswordUrl = await issueResetLink(context, user, `${pagesUrl()}/reset-password`)
    await queueLinkEmail(context, email, {
      template: 'reset-password',
      user,
      name: displayNameOf(user),
      link: resetPasswordUrl,
    })
    context.record({
      type: 'reset-password-link-created',
      data: { id: user.id, name: displayNameOf(user) },
    })
    return { resetPasswordUrl }
  })
