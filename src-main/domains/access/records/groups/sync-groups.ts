import type { Group } from '../../../../../src-shared/access/schemas/group.ts'
import { SYSTEM } from '../../../../kernel/caller.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { countAdmins } from '../access/access.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { findUser } from '../users/users.store.ts'
import { toActor } from '../users/user.ts'
import { BY_SSO } from './group.ts'
import { readGroups } from './groups.read-model.ts'
import { addMembers, removeMember } from './groups.store.ts'

/** Parts of a sign-in's transaction that group sync needs. */
type SignIn = Pick<MutationContext, 'queries' | 'now' | 'record' | 'onCommit'> & {
  readonly logger: Pick<MutationContext['logger'], 'warn'>
}

/**
 * Syncs a user's groups with the identity provider (document: "Authentication", 7;
 * docs/contract/access.md#group-sync). Call it at sign-in, in the same transaction, with the value at the
 * group field's JSON path. A value that is not a list changes nothing. The user is added to every group with
 * an SSO name that exactly matches an external one. The user is removed from groups with SSO names but no
 * match, if a sign-in had added the user. Members added by hand stay.
 */
export async function syncGroups(
  context: SignIn,
  access: AccessDirectory,
  { userId, externals }: { userId: number; externals: unknown },
): Promise<void> {
  const { queries, now } = context
  const user = await findUser(queries, userId)
  if (!Array.isArray(externals) || !user) return
  const names = new Set(externals)
  const { username } = toActor(user)
  let changed = false
  const note = (type: 'group-user-added' | 'group-user-removed', group: Group) => {
    changed = true
    context.record({
      type,
      by: SYSTEM,
      data: { userId, groupId: group.id, username, name: group.name },
    })
  }
  for (const group of await readGroups(queries)) {
    if (group.mappingsSSO.length === 0) continue
    const isLinked = group.mappingsSSO.some((mapping) => names.has(mapping))
    const member = group.users.find((one) => one.user.id === userId)
    if (isLinked && !member) {
      await addMembers(queries, group.id, [{ userId, joinedAt: now.toISOString(), createdBy: BY_SSO }])
      note('group-user-added', group)
    }
    if (!isLinked && member?.createdBy === BY_SSO) {
      if (await leave(context, group, userId, member.joinedAt)) note('group-user-removed', group)
    }
  }
  if (changed) access.refreshAfter(context)
}

/**
 * Removes the user from a group, unless no Admin would be left. An identity provider must not lock everyone
 * out.
 */
async function leave(
  { queries, logger }: SignIn,
  group: Group,
  userId: number,
  joinedAt: string,
): Promise<boolean> {
  await removeMember(queries, group.id, userId)
  if ((await countAdmins(queries)) > 0) return true
  await addMembers(queries, group.id, [{ userId, joinedAt, createdBy: BY_SSO }])
  logger.warn({ userId, group: group.name }, 'kept in the group in spite of SSO: nobody else is Admin')
  return false
}
