import type { ScimGroup, ScimView } from '#shared/access/schemas/scim.ts'
import type { Queries } from '#store/queries.ts'
import { toScimGroup, type StoredScimGroup } from './scim-group.ts'
import { readScimMembers } from './scim-groups.store.ts'
import { namesOf, viewOf } from './scim-user.ts'

/** Checks whether a request wants the members of groups: providers leave them out of lists. */
export function wantsMembers({ attributes, excludedAttributes }: ScimView): boolean {
  const wanted = namesOf(attributes)
  return wanted.size > 0 ? wanted.has('members') : !namesOf(excludedAttributes).has('members')
}

/** Builds the answer for one group, with its members if they are wanted. */
export async function readScimGroupView(
  queries: Queries,
  group: StoredScimGroup,
  base: string,
  view: ScimView = {},
): Promise<ScimGroup> {
  const members = wantsMembers(view) ? await readScimMembers(queries, [group.id]) : undefined
  return viewOf(toScimGroup(group, members && (members.get(group.id) ?? []), base), view)
}
