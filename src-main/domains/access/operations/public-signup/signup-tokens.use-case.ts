import {
  createPublicSignupToken as create,
  getAllPublicSignupTokens as all,
  getPublicSignupToken as one,
  updatePublicSignupToken as update,
} from '../../../../../src-shared/contract/public-signup.ts'
import type { PublicSignupToken } from '../../../../../src-shared/schemas/public-signup.ts'
import { PREDEFINED_ROLES } from '../../../../../src-shared/permissions/index.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { nameOf } from '../../../../kernel/caller.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import {
  insertSignupToken,
  readSignupTokens,
  updateSignupToken,
  type StoredSignupToken,
} from '../../records/public-signup/public-signup.store.ts'
import {
  cappedExpiry,
  requireSignupToken,
  toPublicSignupTokens,
} from '../../records/public-signup/signup-token.ts'

const SECRET_BYTES = 16
/** Root role of users who join by a link (recorded exchange passwords-and-tokens/signup-token-create). */
const ROLE = 'Viewer'

export const getAllPublicSignupTokens = (pagesUrl: () => string) =>
  query(all, async ({ queries }) => ({
    tokens: await toPublicSignupTokens(queries, await readSignupTokens(queries), pagesUrl),
  }))

export const getPublicSignupToken = (pagesUrl: () => string) =>
  query(one, async ({ queries }, { params: { token } }) =>
    answer(queries, await requireSignupToken(queries, token), pagesUrl),
  )

export const createPublicSignupToken = (pagesUrl: () => string) =>
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
    context.record({ type: 'public-signup-token-created', data: inEvents(token) })
    return answer(queries, token, pagesUrl)
  })

/** Disables, enables, or moves the expiry; an expiry that has passed ends the link. */
export const updatePublicSignupToken = (pagesUrl: () => string) =>
  mutation(update, async (context, { params, body: { enabled, expiresAt } }) => {
    const { queries, now } = context
    const before = await requireSignupToken(queries, params.token)
    const after: StoredSignupToken = {
      ...before,
      enabled: enabled ?? before.enabled,
      expiresAt: expiresAt === undefined ? before.expiresAt : cappedExpiry(expiresAt, now),
    }
    await updateSignupToken(queries, after)
    context.record({
      type: 'public-signup-token-updated',
      data: inEvents(after),
      preData: inEvents(before),
    })
    return answer(queries, after, pagesUrl)
  })

async function answer(
  queries: Queries,
  token: StoredSignupToken,
  pagesUrl: () => string,
): Promise<PublicSignupToken> {
  const [answered] = await toPublicSignupTokens(queries, [token], pagesUrl)
  if (!answered) throw new Error('the role of an invite link is not there')
  return answered
}

/** What events tell of a link: never its secret, by which anybody could join. */
function inEvents({ name, enabled, expiresAt, roleId }: StoredSignupToken): Record<string, unknown> {
  return { name, enabled, expiresAt, role: roleId }
}
