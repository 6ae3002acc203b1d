import { compareGrants } from '#shared/access/rules/index.ts'
import type { GroupSync } from '#shared/access/schemas/group-sync.ts'
import { grantsOf, type AccessFacts } from '../access/access-facts.ts'
import type { GroupChange } from './group-changes.ts'
import type { GroupNames } from './read-group-names.ts'

/** Most entries of each list of a record. */
const MAX_ENTRIES = 200
/** Longest name that is kept, in characters. */
const MAX_TEXT = 200

/**
 * Describes a sync, real or rehearsed: what the path selected, and the permissions that the user gains and loses by the
 * changes. `facts`: access before the changes.
 */
export function describeSync(
  facts: AccessFacts,
  {
    path,
    userId,
    read,
    changes,
  }: { path: string; userId: number; read: GroupNames; changes: readonly GroupChange[] },
): GroupSync {
  const { names, note = null } = read
  return {
    path,
    names: names?.slice(0, MAX_ENTRIES).map((name) => name.slice(0, MAX_TEXT)) ?? null,
    total: names?.length ?? 0,
    note,
    groups: changes.slice(0, MAX_ENTRIES).map(({ group, matched, effect }) => ({
      id: group.id,
      name: group.name,
      matched: matched.slice(0, MAX_ENTRIES),
      mappingsSSO: group.mappingsSSO.slice(0, MAX_ENTRIES),
      effect,
    })),
    ...permissionsChanged(facts, userId, changes),
  }
}

function permissionsChanged(facts: AccessFacts, userId: number, changes: readonly GroupChange[]) {
  const effects = new Map(changes.map(({ group, effect }) => [group.id, effect]))
  const groups = facts.groups.map((group) => {
    const effect = effects.get(group.id)
    if (effect === 'joins') return { ...group, members: [...group.members, userId] }
    if (effect === 'leaves') return { ...group, members: group.members.filter((id) => id !== userId) }
    return group
  })
  const before = grantsOf(ofUser(facts, userId)).get(userId) ?? []
  const after = grantsOf(ofUser({ ...facts, groups }, userId)).get(userId) ?? []
  const { lost, gained } = compareGrants(before, after)
  return { lost: lost.slice(0, MAX_ENTRIES), gained: gained.slice(0, MAX_ENTRIES) }
}

/** Keeps of the facts only what concerns one user: computing the grants of everybody takes long. */
function ofUser(facts: AccessFacts, userId: number): AccessFacts {
  return {
    ...facts,
    assignments: facts.assignments.filter((one) => one.userId === userId),
    groups: facts.groups.flatMap((group) =>
      group.members.includes(userId) ? [{ ...group, members: [userId] }] : [],
    ),
  }
}
