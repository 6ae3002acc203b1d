import type { Grant } from '#shared/access/rules/index.ts'
import { getMe as operation } from '#shared/access/contract/sessions.ts'
import { definitionOf } from '#shared/access/permissions/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { promptsOf } from '#domains/instance/records/user-prompts/prompts-of.ts'
import { findUser } from '../../records/users/users.store.ts'
import { toUser } from '../../records/users/user.ts'

/** Answers who the caller is and what the caller may do (docs/contract/access.md#access-overview). */
export const getMe = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ caller, queries }) => {
    const { actor } = caller
    if (actor.kind === 'admin-token') {
      const user = {
        username: actor.username,
        type: 'admin' as const,
        permissions: ['ADMIN'],
        environment: '*',
        projects: ['*'],
      }
      return { user, permissions: [{ permission: 'ADMIN' }], feedback: [], splash: {} }
    }
    const user = actor.kind === 'user' ? await findUser(queries, actor.id) : undefined
    if (!user) throw new AppError('UnauthorizedError', 'You must log in to use Unleash.')
    return {
      user: toUser(user),
      permissions: access.grantsOf(user.id).flatMap(permissionsOf),
      ...(await promptsOf(queries, user.id)),
    }
  })

/** A grant as rows of the contract: project permissions of a root role are those in `default`. */
function permissionsOf(grant: Grant): { permission: string; project?: string; environment?: string }[] {
  return grant.permissions.map(({ permission, environment }) => ({
    permission,
    ...(definitionOf(permission).scope === 'root' ? {} : { project: grant.project ?? 'default' }),
    ...(environment === undefined ? {} : { environment }),
  }))
}
