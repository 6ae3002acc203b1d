import type { Operation, Result } from '#shared/contract/index.ts'
import { relocated } from '#kernel/app-error.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { readHeldRoles, type Holder } from '#domains/projects/project-access/project-access.store.ts'
import { setRolesForGroup, setRolesForUser } from '#shared/projects/contract/project-access.ts'

/** Reads the ids of the roles that a user or group holds in a project. */
export async function readRolesOf({ everything }: MutationContext, project: string, { kind, id }: Holder) {
  const held = await readHeldRoles(everything, project)
  return held.filter((one) => one.kind === kind && one.id === id).map((one) => one.roleId)
}

/** Replaces the roles of a user in a project. */
export const setUser = (
  context: MutationContext,
  { projectId, userId }: { projectId: string; userId: number },
  roles: readonly number[],
) =>
  performCurrentOperation(context, setRolesForUser, {
    params: { projectId, userId: String(userId) },
    body: { roles },
  })

/** Replaces the roles of a group in a project. */
export const setGroup = (
  context: MutationContext,
  { projectId, groupId }: { projectId: string; groupId: number },
  roles: readonly number[],
) =>
  performCurrentOperation(context, setRolesForGroup, {
    params: { projectId, groupId: String(groupId) },
    body: { roles },
  })

/**
 * Performs the current operation, with its permissions, guards and events. An error names the role at its place in
 * this request.
 */
export async function performCurrentOperation<O extends Operation>(
  context: MutationContext,
  operation: O,
  request: RawRequest,
): Promise<Result<O>> {
  try {
    return await context.performAs(context.caller.actor, operation, request)
  } catch (error) {
    throw relocated(error, '/params/roleId', '/body/roles')
  }
}
