import type { Operation } from '../../../../../src-shared/contract/index.ts'
import { relocated } from '../../../../kernel/app-error.ts'
import type { RawRequest } from '../../../../kernel/parse-request.ts'
import type { MutationContext, MutationUseCase } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { readHeldRoles, type Holder } from '../../../projects/records/project-access/project-access.store.ts'
import { setRolesForGroup } from '../../../projects/operations/project-access/set-roles-for-group.ts'
import { setRolesForUser } from '../../../projects/operations/project-access/set-roles-for-user.ts'

export async function readRolesOf({ queries }: MutationContext, project: string, { kind, id }: Holder) {
  const held = await readHeldRoles(queries, project)
  return held.filter((one) => one.kind === kind && one.id === id).map((one) => one.roleId)
}
export const setUser = (
  context: MutationContext,
  access: AccessDirectory,
  { projectId, userId }: { projectId: string; userId: number },
  roles: readonly number[],
) =>
  asToday(context, setRolesForUser(access), {
    params: { projectId, userId: String(userId) },
    body: { roles },
  })
export const setGroup = (
  context: MutationContext,
  access: AccessDirectory,
  { projectId, groupId }: { projectId: string; groupId: number },
  roles: readonly number[],
) =>
  asToday(context, setRolesForGroup(access), {
    params: { projectId, groupId: String(groupId) },
    body: { roles },
  })
/** With today's permissions, guards and events; a refusal names the role where this request has it. */
export async function asToday<O extends Operation, R>(
  context: MutationContext,
  useCase: MutationUseCase<O, R>,
  request: RawRequest,
): Promise<R> {
  try {
    return await context.performAs(context.caller.actor, useCase, request)
  } catch (error) {
    throw relocated(error, '/params/roleId', '/body/roles')
  }
}
