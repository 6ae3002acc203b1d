import type { MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { requireProject } from '../projects/projects.store.ts'
import { requireGroupName, requireProjectRoles, requireUserName } from './access-request.ts'
import { changeAccess } from './change-access.ts'
import { CANNOT_ASSIGN } from './grant-guard.ts'
import type { Holder } from './project-access.store.ts'

/** Replaces the roles that a user or group holds in a project. */
export async function setRoles(
  context: MutationContext,
  access: AccessDirectory,
  { project, holder, roles }: { project: string; holder: Holder; roles: readonly number[] },
): Promise<void> {
  const { everything } = context
  const { kind, id } = holder
  await requireProject(everything, project)
  const name = await (kind === 'user' ? requireUserName : requireGroupName)(everything, id)
  await requireProjectRoles(everything, roles)
  const wanted = [{ ...holder, roles, path: `/params/${kind}Id` }]
  const [changed] = await changeAccess(context, access, { project, wanted, mode: 'set', text: CANNOT_ASSIGN })
  if (!changed) return
  const who = { [`${kind}Id`]: id, name }
  context.record({
    type: `project-access-${kind}-roles-${changed.after.length === 0 ? 'deleted' : 'updated'}`,
    project,
    ...(changed.after.length === 0 ? {} : { data: { ...who, roles: changed.after } }),
    preData: { ...who, roles: changed.before },
  })
}
