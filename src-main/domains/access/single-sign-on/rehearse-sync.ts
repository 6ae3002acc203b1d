import type { NamedUser } from '#shared/access/schemas/access-decision.ts'
import type { GroupSync } from '#shared/access/schemas/group-sync.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessFacts } from '../access/access-facts.ts'
import { describeSync } from '../groups/describe-sync.ts'
import { groupChanges } from '../groups/group-changes.ts'
import { BY_SSO } from '../groups/group.ts'
import { readLinkedGroups } from '../groups/groups.read-model.ts'
import { readGroupNames } from '../groups/read-group-names.ts'

/** Id that no user has: for somebody who would be created at sign-in. */
const NOBODY = 0

/** Computes what a sign-in with these claims would do to the groups of a user. Nothing is changed. */
export async function rehearseSync(
  queries: Queries,
  facts: AccessFacts,
  { user, claims, path }: { user: NamedUser | null; claims: unknown; path: string },
): Promise<GroupSync> {
  const userId = user?.id ?? NOBODY
  const read = await readGroupNames(claims, path)
  const changes =
    read.names === undefined ? [] : groupChanges(await readLinkedGroups(queries, userId), read.names, BY_SSO)
  return describeSync(facts, { path, userId, read, changes })
}
