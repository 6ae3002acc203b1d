import { createUser as operation } from '#shared/access/contract/users.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import { badData } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { setRootRole } from '../../records/access/access.store.ts'
import { queueLinkEmail, type EmailServices } from '#domains/instance/records/email/queue-email.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { issueResetLink } from '../../records/passwords/reset-link.ts'
import { rememberPassword } from '../../records/passwords/new-password.ts'
import { hashPassword } from '../../records/sessions/password.ts'
import { insertUser } from '../../records/users/users.store.ts'
import { displayNameOf, toUser } from '../../records/users/user.ts'
import { inEvents, requireRootRoleMeant } from '../../records/user-admin/person.ts'
import { requireFreeLogin } from '../../records/user-admin/require-free-login.ts'

/**
 * Creates a person, with or without a password. The password given here is the Admin's choice and not measured: the
 * service has always taken it (recorded exchange users/weak-password); the invite link lets the person choose one
 * that is.
 */
export const createUser = ({
  access,
  pagesUrl,
  ...outgoing
}: EmailServices & { access: AccessDirectory; pagesUrl: () => string }) =>
  preparedMutation(
    operation,
    async (_context, { body: { password } }) => (password ? hashPassword(password) : undefined),
    async (context, { body }, passwordHash) => {
      const { queries, now } = context
      const username = body.username || undefined
      const email = body.email || undefined
      if (username === undefined && email === undefined)
        throw badData('You must specify username or email', '/body/email')
      await requireFreeLogin(queries, { username, email })
      const roleId = await requireRootRoleMeant(queries, body.rootRole)
      const createdAt = now.toISOString()
      const user = await insertUser(queries, {
        createdAt,
        ...(username === undefined ? {} : { username }),
        ...(email === undefined ? {} : { email }),
        ...(body.name ? { name: body.name } : {}),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      })
      if (passwordHash !== undefined) await rememberPassword(context, user.id, passwordHash)
      await setRootRole(queries, user.id, roleId, createdAt)
      const inviteLink = await issueResetLink(context, user, `${pagesUrl()}/new-user`)
      const isMailed =
        body.sendEmail !== false &&
        (await queueLinkEmail(context, outgoing, {
          template: 'getting-started',
          user,
          name: displayNameOf(user),
          link: inviteLink,
        }))
      context.record({ type: 'user-created', data: inEvents(user, roleId) })
      access.refreshAfter(context)
      const rootRole = isPublishedName(body.rootRole) ? body.rootRole : roleId
      return { ...toUser(user), rootRole, inviteLink, emailSent: isMailed }
    },
  )

/** Tells whether a root role may be answered as it was sent: the contract knows predefined roles alone by their names. */
const isPublishedName = (role: number | string): role is string =>
  PREDEFINED_ROLES.some(({ name }) => name === role)
