import { badData } from '#kernel/app-error.ts'
import { SYSTEM, nameOf } from '#kernel/caller.ts'
import { mutation, preparedMutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/public-signup.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import { accountKey } from '../sessions/known-browsers.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { setRootRole } from '../access/access.store.ts'
import { rememberPassword, requireGoodPassword } from '../passwords/new-password.ts'
import {
  insertSignupToken,
  insertSignupTokenUser,
  readSignupTokens,
  updateSignupToken,
  type StoredSignupToken,
} from '../public-signup/public-signup.store.ts'
import {
  cappedExpiry,
  requireOpenSignupToken,
  requireSignupToken,
  toPublicSignupTokens,
} from '../public-signup/signup-token.ts'
import { hashPassword } from '../sessions/password.ts'
import { displayNameOf, toActor, toUser } from '../users/user.ts'
import { insertUser, isLoginTaken } from '../users/users.store.ts'
import type { PublicSignupToken } from '#shared/access/schemas/public-signup.ts'
import type { Queries } from '#store/queries.ts'

export const getAllPublicSignupTokens = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getAllPublicSignupTokens, async ({ visible }) => ({
    tokens: await toPublicSignupTokens(visible, await readSignupTokens(visible), pagesUrl),
  }))

const SECRET_BYTES = 16

/** Root role of users who join by a link (recorded exchange passwords-and-tokens/signup-token-create). */
const ROLE = 'Viewer'

export const createPublicSignupToken = ({ pagesUrl }: { pagesUrl: () => string }) =>
  mutation(contract.createPublicSignupToken, async (context, { body }) => {
    const { everything, ids, now, caller } = context
    const role = PREDEFINED_ROLES.find(({ name }) => name === ROLE)
    if (!role) throw new Error(`there is no role ${ROLE}`)
    if (body.expiresAt <= now.toISOString())
      throw badData('The expiry date should be in future.', '/body/expiresAt')
    const token: StoredSignupToken = {
      secret: ids.hex(SECRET_BYTES),
      name: body.name,
      enabled: true,
      expiresAt: cappedExpiry(body.expiresAt, now),
      createdAt: now.toISOString(),
      createdBy: nameOf(caller.actor),
      roleId: role.id,
    }
    await insertSignupToken(everything, token)
    context.record({ type: 'public-signup-token-created', data: signupTokenInEvents(token) })
    return answerSignupToken(everything, token, pagesUrl)
  })

/** Shows an invite link with the people who came by it. */
async function answerSignupToken(
  queries: Queries,
  token: StoredSignupToken,
  pagesUrl: () => string,
): Promise<PublicSignupToken> {
  const [answered] = await toPublicSignupTokens(queries, [token], pagesUrl)
  if (!answered) throw new Error('the role of an invite link is not there')
  return answered
}

/** Builds the event data of a signup link. The secret is left out: anyone who has it can join. */
function signupTokenInEvents({
  name,
  enabled,
  expiresAt,
  roleId,
}: StoredSignupToken): Record<string, unknown> {
  return { name, enabled, expiresAt, role: roleId }
}

export const getPublicSignupToken = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getPublicSignupToken, async ({ visible }, { params: { token } }) =>
    answerSignupToken(visible, await requireSignupToken(visible, token), pagesUrl),
  )

/** Disables, enables, or moves the expiry; an expiry that has passed ends the link. */
export const updatePublicSignupToken = ({ pagesUrl }: { pagesUrl: () => string }) =>
  mutation(contract.updatePublicSignupToken, async (context, { params, body: { enabled, expiresAt } }) => {
    const { everything, now } = context
    const before = await requireSignupToken(everything, params.token)
    const after: StoredSignupToken = {
      ...before,
      enabled: enabled ?? before.enabled,
      expiresAt: expiresAt === undefined ? before.expiresAt : cappedExpiry(expiresAt, now),
    }
    await updateSignupToken(everything, after)
    context.record({
      type: 'public-signup-token-updated',
      data: signupTokenInEvents(after),
      preData: signupTokenInEvents(before),
    })
    return answerSignupToken(everything, after, pagesUrl)
  })

export const validatePublicSignupToken = query(
  contract.validatePublicSignupToken,
  async (context, { params: { token } }) => {
    await requireOpenSignupToken(context, token)
  },
)

/**
 * Makes a user of who was invited, with the role of the link (recorded exchanges passwords-and-tokens/signup-sign-up
 * and passwords-and-tokens/signup-same-e-mail).
 */
export const addPublicSignupTokenUser = ({ access }: { access: AccessDirectory }) =>
  served(
    preparedMutation(
      contract.addPublicSignupTokenUser,
      async (context, { params: { token }, body: { password } }) => {
        // check the invite before hashing: scrypt is expensive
        await requireOpenSignupToken(context, token)
        requireGoodPassword(password)
        return hashPassword(password)
      },
      async (context, { params: { token: secret }, body }, passwordHash) => {
        const { everything, now } = context
        const token = await requireOpenSignupToken(context, secret)
        const { email, name } = body
        const username = body.username || undefined
        if (email === '') throw badData('You must specify an email', '/body/email')
        for (const login of [email, ...(username === undefined ? [] : [username])])
          if (await isLoginTaken(everything, login)) throw badData('User already exists')
        const createdAt = now.toISOString()
        const user = await insertUser(everything, {
          email,
          passwordHash,
          createdAt,
          ...(name === '' ? {} : { name }),
          ...(username === undefined ? {} : { username }),
        })
        await rememberPassword(context, user.id, passwordHash)
        await setRootRole(everything, user.id, token.roleId, createdAt)
        await insertSignupTokenUser(everything, { secret, userId: user.id, createdAt })
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
    ),
    { accountOf: (_sent, { token = '' }) => ({ key: accountKey(token), isKnownBrowser: false }) },
  )
