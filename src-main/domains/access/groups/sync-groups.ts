import { SYSTEM } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { countAdmins } from '../access/access.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { findUser } from '../users/users.store.ts'
import { toActor } from '../users/user.ts'
import { BY_SSO } from './group.ts'
import { groupChanges, type GroupChange, type LinkedGroup } from './group-changes.ts'
import { readLinkedGroups } from './groups.read-model.ts'
import { addMembers, removeMember } from './groups.store.ts'

/** Parts of a sign-in's transaction that group sync needs. */
type SignIn = Pick<MutationContext, 'everything' | 'now' | 'record' | 'onCommit'> & {
  readonly logger: Pick<MutationContext['logger'], 'warn'>
}

/**
 * Syncs a user's groups with the identity provider (document: "Authentication", 7;
 * docs/contract/access.md#group-sync). Call it at sign-in, in the same transaction, with the value at the
 * group field's JSON path (read-group-names.ts). A value that is not a list changes nothing. The user is added to every
 * group with an SSO name that exactly matches an external one. The user is removed from groups with SSO names but no
 * match, if a sign-in had added the user. Members added by hand stay. Returns what happened to each group.
 */
export async function syncGroups(
  context: SignIn,
  access: AccessDirectory,
  { userId, externals }: { userId: number; externals: unknown },
): Promise<GroupChange[]> {
  const { everything, now } = context
  const user = await findUser(everything, userId)
  if (!Array.isArray(externals) || !user) return []
  const names = externals.filter((name): name is string => typeof name === 'string')
  const { username } = toActor(user)
  const note = (type: 'group-user-added' | 'group-user-removed', group: LinkedGroup) => {
    context.record({
      type,
      by: SYSTEM,
      data: { userId, groupId: group.id, username, name: group.name },
    })
  }
  const changes = groupChanges(await readLinkedGroups(everything, userId), names, BY_SSO)
  for (const change of changes) {
    const { group } = change
    if (change.effect === 'joins') {
      await addMembers(everything, group.id, [{ userId, joinedAt: now.toISOString(), createdBy: BY_SSO }])
      note('group-user-added', group)
    }
    if (change.effect === 'leaves') {
      if (await leave(context, group, userId)) note('group-user-removed', group)
      else change.effect = 'last-admin'
    }
  }
  if (changes.some(({ effect }) => effect === 'joins' || effect === 'leaves')) access.refreshAfter(context)
  return changes
}

/**
 * Removes the user from a group, unless no Admin would be left. An identity provider must not lock everyone
 * out.
 */
async function leave({ everything, logger }: SignIn, group: LinkedGroup, userId: number): Promise<boolean> {
  await removeMember(everything, group.id, userId)
  if ((await countAdmins(everything)) > 0) return true
  const joinedAt = group.member?.joinedAt ?? ''
  await addMembers(everything, group.id, [{ userId, joinedAt, createdBy: BY_SSO }])
  logger.warn({ userId, group: group.name }, 'kept in the group in spite of SSO: nobody else is Admin')
  return false
}
