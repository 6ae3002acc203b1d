import { addPublicSignupTokenUser as operation } from '#shared/access/contract/public-signup.ts'
import { badData } from '#kernel/app-error.ts'
import { SYSTEM } from '#kernel/caller.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { setRootRole } from '../../records/access/access.store.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { rememberPassword, requireGoodPassword } from '../../records/passwords/new-password.ts'
import { hashPassword } from '../../records/sessions/password.ts'
import { displayNameOf, toActor, toUser } from '../../records/users/user.ts'
import { insertUser, isLoginTaken } from '../../records/users/users.store.ts'
import { insertSignupTokenUser } from '../../records/public-signup/public-signup.store.ts'
import { requireOpenSignupToken } from '../../records/public-signup/signup-token.ts'

/**
 * Makes a user of who was invited, with the role of the link (recorded exchanges passwords-and-tokens/signup-sign-up
 * and passwords-and-tokens/signup-same-e-mail).
 */
export const addPublicSignupTokenUser = ({ access }: { access: AccessDirectory }) =>
  preparedMutation(
    operation,
    async (context, { params: { token }, body: { password } }) => {
      // check the invite before hashing: scrypt is expensive
      await requireOpenSignupToken(context, token)
      requireGoodPassword(password)
      return hashPassword(password)
    },
    async (context, { params: { token: secret }, body }, passwordHash) => {
      const { queries, now } = context
      const token = await requireOpenSignupToken(context, secret)
      const { email, name } = body
      const username = body.username || undefined
      if (email === '') throw badData('You must specify an email', '/body/email')
      for (const login of [email, ...(username === undefined ? [] : [username])])
        if (await isLoginTaken(queries, login)) throw badData('User already exists')
      const createdAt = now.toISOString()
      const user = await insertUser(queries, {
        email,
        passwordHash,
        createdAt,
        ...(name === '' ? {} : { name }),
        ...(username === undefined ? {} : { username }),
      })
      await rememberPassword(context, user.id, passwordHash)
      await setRootRole(queries, user.id, token.roleId, createdAt)
      await insertSignupTokenUser(queries, { secret, userId: user.id, createdAt })
      const data = {
        id: user.id,
        name: displayNameOf(user),
        username: user.username,
        email,
        rootRole: token.roleId,
      }
      context.record({ type: 'user-created', data, by: SYSTEM })
      context.record({
        type: 'public-signup-token-user-added',
        data: { ...data, link: token.name },
        by: toActor(user),
      })
      access.refreshAfter(context)
      return { ...toUser(user), rootRole: token.roleId }
    },
  )
