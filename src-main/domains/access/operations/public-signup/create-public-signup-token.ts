import { createPublicSignupToken as create } from '#shared/access/contract/public-signup.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import { badData } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { insertSignupToken, type StoredSignupToken } from '../../records/public-signup/public-signup.store.ts'
import { cappedExpiry } from '../../records/public-signup/signup-token.ts'
import { signupTokenInEvents, answerSignupToken } from '../../records/public-signup/signup-token-answer.ts'

const SECRET_BYTES = 16

/** Root role of users who join by a link (recorded exchange passwords-and-tokens/signup-token-create). */
const ROLE = 'Viewer'

export const createPublicSignupToken = ({ pagesUrl }: { pagesUrl: () => string }) =>
  mutation(create, async (context, { body }) => {
    const { queries, ids, now, caller } = context
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
    await insertSignupToken(queries, token)
    context.record({ type: 'public-signup-token-created', data: signupTokenInEvents(token) })
    return answerSignupToken(queries, token, pagesUrl)
  })
