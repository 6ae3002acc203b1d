import { badData, notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/group-sync.ts'
import { requireAccount } from '../access-simulator/judge-permissions.ts'
import { readNamedUsers } from '../users/users.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { groupFieldOf } from '../groups/group-field.ts'
import { readGroupSyncs } from '../single-sign-on/sign-ins.store.ts'
import { identityOfClaims } from '../single-sign-on/identity-of-claims.ts'
import { readAnswer } from '../single-sign-on/read-answer.ts'
import { rehearseSync } from '../single-sign-on/rehearse-sync.ts'

/** Shows what a sign-in with a pasted answer would do to the groups of a user (docs/contract/access.md#group-sync). */
export const rehearseGroupSync = ({ access }: { access: AccessDirectory }) =>
  query(contract.rehearseGroupSync, async ({ visible }, { body }) => {
    const field = await groupFieldOf(body.groupJsonPath)
    if ('fault' in field) throw badData(field.fault, '/body/groupJsonPath')
    const { kind, claims } = await readAnswer(body.answer)
    const people = (await readNamedUsers(visible)).filter(({ accountType }) => accountType === 'User')
    const named = namedBy(claims)
    const user = people.find((one) =>
      body.userId === undefined
        ? named !== undefined && [one.email, one.username].some((login) => login?.toLowerCase() === named)
        : one.id === body.userId,
    )
    if (body.userId !== undefined && !user) throw notFound('No user found')
    const sync = await rehearseSync(visible, access.facts, {
      user: user ?? null,
      claims,
      path: body.groupJsonPath,
    })
    return { kind, claims, user: user ?? null, sync }
  })

/** The login that a sign-in would look for. */
function namedBy(claims: Record<string, unknown>): string | undefined {
  const { email, username } = identityOfClaims(claims)
  return (email ?? username)?.toLowerCase()
}

/** Lists how recent sign-ins changed the groups of a user: "why was I removed from QA?" */
export const getGroupSyncsOfUser = query(
  contract.getGroupSyncsOfUser,
  async ({ visible }, { params: { id } }) => {
    const user = await requireAccount(visible, 'user', id)
    return { syncs: await readGroupSyncs(visible, user.id) }
  },
)
