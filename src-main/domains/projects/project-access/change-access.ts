import { compositeKey } from '#shared/composite-key.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { requireMayGrant } from './grant-guard.ts'
import { readGroupsOf, readHeldRoles, writeHeldRoles, type Holder } from './project-access.store.ts'

/** Roles that a holder should have, and their path in the request. */
export interface RequestedHolder extends Holder {
  roles: readonly number[]
  path: string
}

/** Holder whose roles have changed. */
export interface ChangedHolder extends Holder {
  before: number[]
  after: number[]
}

interface Plan {
  project: string
  wanted: readonly RequestedHolder[]
  /** `set`: exactly these roles; `add`: these besides the present ones. */
  mode: 'set' | 'add'
  /** Error text for callers who grant more than they have. */
  text: string
}

/**
 * Sets the roles of holders in a project, after all checks, and returns the changes. Only new roles are
 * grants: keeping a role needs no right to grant it.
 */
export async function changeAccess(
  context: MutationContext,
  access: AccessDirectory,
  { project, wanted, mode, text }: Plan,
): Promise<ChangedHolder[]> {
  const { everything } = context
  const held = groupRows(await readHeldRoles(everything, project), keyOf)
  const changed = [...groupRows(wanted, keyOf).values()].flatMap((entries) => {
    const [first] = entries
    if (!first) return []
    const before = (held.get(keyOf(first)) ?? []).map((one) => one.roleId)
    const roles = new Set(entries.flatMap((one) => one.roles))
    const kept = before.filter((id) => mode === 'add' || roles.has(id))
    const added = [...roles].filter((id) => !before.includes(id))
    if (added.length === 0 && kept.length === before.length) return []
    const { kind, id, path } = first
    return [{ kind, id, path, before, after: [...kept, ...added], added }]
  })
  const growing = changed.filter(({ added }) => added.length > 0)
  await refuseGroupsWithRootRole(everything, growing)
  await requireMayGrant(context, access, { project, growing, text })
  const at = context.now.toISOString()
  for (const { kind, id, before, after, added } of changed) {
    const removed = before.filter((roleId) => !after.includes(roleId))
    await writeHeldRoles(everything, { project, holder: { kind, id }, added, removed, at })
  }
  if (changed.length > 0) access.refreshAfter(context)
  return changed
}

const keyOf = ({ kind, id }: Holder) => compositeKey(kind, id)

/**
 * A group has either a root role or roles in projects (document: "User group";
 * docs/contract/access.md#project-access).
 */
async function refuseGroupsWithRootRole(
  queries: Queries,
  growing: readonly (Holder & { path: string })[],
): Promise<void> {
  const holders = growing.filter((one) => one.kind === 'group')
  const groups = await readGroupsOf(
    queries,
    holders.map((one) => one.id),
  )
  for (const { id, path } of holders) {
    const group = groups.get(id)
    if (group && group.rootRoleId !== null)
      throw badData(`The group "${group.name}" has a root role: it cannot be added to a project.`, path)
  }
}
