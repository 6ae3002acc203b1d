import type { BackendOptions } from '#main/app/backend-options.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { assignRole } from '#domains/access/access/access.store.ts'
import { insertSession } from '#domains/access/sessions/sessions.store.ts'
import { insertUser } from '#domains/access/users/users.store.ts'
import { PREDEFINED_ROLES, type Permission } from '#shared/access/permissions/index.ts'

/** A user to be there when the instance starts, signed in. */
export interface TestUser {
  username: string
  /** Names of predefined roles; project roles hold in `project`. */
  roles?: readonly string[]
  project?: string
  /** A custom role of their own, holding just these. */
  permissions?: readonly { permission: Permission; environment?: string }[]
  /** The custom role is a root role instead of one in `project`. */
  atRoot?: boolean
}

/** Puts users, their roles and their sessions into the store before the instance starts; answers the cookies. */
export async function prepareUsers(
  options: BackendOptions,
  users: readonly TestUser[],
): Promise<Map<string, string>> {
  const cookies = new Map<string, string>()
  if (users.length === 0) return cookies
  const first = await createBackend(options)
  const at = options.clock?.now().toISOString() ?? ''
  await first.store.transaction(async (queries) => {
    for (const { username, roles = [], project = 'default', permissions, atRoot = false } of users) {
      const { id: userId } = await insertUser(queries, { username, createdAt: at })
      for (const name of roles) {
        const role = PREDEFINED_ROLES.find((one) => one.name === name)
        if (!role) throw new Error(`there is no role ${name}`)
        await assignRole(
          queries,
          { userId, roleId: role.id, ...(role.type === 'project' ? { project } : {}) },
          at,
        )
      }
      if (permissions) {
        const { id: roleId } = await queries
          .insertInto('roles')
          .values({ name: `of ${username}`, description: '', type: atRoot ? 'root-custom' : 'custom' })
          .returning('id')
          .executeTakeFirstOrThrow()
        const rows = permissions.map(({ permission, environment = '' }) => ({
          role_id: roleId,
          permission,
          environment,
        }))
        await queries.insertInto('role_permissions').values(rows).execute()
        await assignRole(queries, { userId, roleId, ...(atRoot ? {} : { project }) }, at)
      }
      const secret = `session-of-${username}`
      await insertSession(queries, { secret, userId, createdAt: at, expiresAt: '2099-01-01T00:00:00.000Z' })
      cookies.set(username, secret)
    }
  })
  await first.close()
  return cookies
}
