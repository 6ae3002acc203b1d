import type { TestBackend } from '../service/start-backend.ts'
import { addAccessToProject } from '#shared/projects/contract/project-access.ts'

const AT = '2026-11-21T12:00:00.000Z'

/** The number of a user. */
export async function userIdOf({ backend }: TestBackend, username: string): Promise<number> {
  const { id } = await backend.store.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return id
}

/** Gives users and groups further roles in a project, as an Admin does. */
export async function giveAccess(
  app: TestBackend,
  project: string,
  given: { roles: number[]; users?: number[]; groups?: number[] },
): Promise<void> {
  const body = { users: [], groups: [], ...given }
  const { status, text } = await app.call(addAccessToProject, { params: { projectId: project }, body })
  if (status !== 200) throw new Error(text)
}

interface NewGroup {
  rootRoleId?: number
  members?: readonly string[]
}

/** Puts a group into the store. Decisions count it from the next change of access on, such as `giveAccess`. */
export async function addGroup(
  app: TestBackend,
  name: string,
  { rootRoleId, members = [] }: NewGroup = {},
): Promise<number> {
  const { queries } = app.backend.store
  const { id } = await queries
    .insertInto('groups')
    .values({
      name,
      description: null,
      created_at: AT,
      created_by: 'admin',
      root_role_id: rootRoleId ?? null,
      mappings_sso: '[]',
      scim_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const username of members)
    await queries
      .insertInto('group_users')
      .values({ group_id: id, user_id: await userIdOf(app, username), joined_at: AT, created_by: 'admin' })
      .execute()
  return id
}
