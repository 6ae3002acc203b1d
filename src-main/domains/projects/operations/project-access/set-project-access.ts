import { setProjectAccess as operation } from '#shared/projects/contract/project-access.ts'
import { mutation } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import {
  requireHolders,
  requireProjectRoles,
  requestedHoldersOf,
} from '../../records/project-access/access-request.ts'
import { changeAccess } from '../../records/project-access/change-access.ts'
import { CANNOT_ASSIGN } from '../../records/project-access/grant-guard.ts'
import { readHeldRoles, type HeldRole } from '../../records/project-access/project-access.store.ts'

/**
 * Makes the access to a project what the request says: who is not named loses it
 * (docs/contract/access.md#project-access).
 */
export const setProjectAccess = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params: { projectId: project }, body: { roles } }) => {
    const { queries } = context
    await requireProject(queries, project)
    await requireProjectRoles(
      queries,
      roles.map((role) => role.id),
    )
    const named = roles.flatMap((role, index) => requestedHoldersOf(role, [role.id], `/body/roles/${index}`))
    await requireHolders(queries, named)
    const before = await readHeldRoles(queries, project)
    const others = before.map(({ kind, id }) => ({ kind, id, roles: [], path: '/body/roles' }))
    const wanted = [...named, ...others]
    const changed = await changeAccess(context, access, { project, wanted, mode: 'set', text: CANNOT_ASSIGN })
    if (changed.length === 0) return
    context.record({
      type: 'project-access-updated',
      project,
      data: { roles: byRole(await readHeldRoles(queries, project)) },
      preData: { roles: byRole(before) },
    })
  })

function byRole(held: readonly HeldRole[]) {
  const roles = [...groupRows(held, (one) => one.roleId)].sort(([a], [b]) => a - b)
  return roles.map(([id, holders]) => {
    const having = (kind: HeldRole['kind']) => holders.filter((one) => one.kind === kind).map((one) => one.id)
    return { id, users: having('user'), groups: having('group') }
  })
}
