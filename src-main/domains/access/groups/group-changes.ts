import type { GroupEffect } from '#shared/access/schemas/group-sync.ts'

/** A group with SSO names, as it concerns one user. */
export interface LinkedGroup {
  id: number
  name: string
  mappingsSSO: readonly string[]
  /** Membership of the user. Absent: not a member. */
  member?: { joinedAt: string; createdBy: string | null }
}

/** Effect of a sign-in on one group. */
export interface GroupChange {
  group: LinkedGroup
  /** SSO names of the group that were sent. */
  matched: string[]
  effect: GroupEffect
}

/**
 * Decides which groups a user joins and leaves at sign-in (docs/contract/access.md#group-sync). Names have to be exactly
 * the same. Groups that do not concern the user are left out. `by`: the mark of members that sign-ins added.
 */
export function groupChanges(
  groups: readonly LinkedGroup[],
  names: readonly string[],
  by: string,
): GroupChange[] {
  const sent = new Set(names)
  return groups.flatMap((group) => {
    if (group.mappingsSSO.length === 0) return []
    const matched = group.mappingsSSO.filter((name) => sent.has(name))
    const effect = effectOf(group, matched.length > 0, by)
    return effect ? [{ group, matched, effect }] : []
  })
}

function effectOf({ member }: LinkedGroup, isLinked: boolean, by: string): GroupEffect | undefined {
  if (!member) return isLinked ? 'joins' : undefined
  if (member.createdBy !== by) return 'manual'
  return isLinked ? 'keeps' : 'leaves'
}
