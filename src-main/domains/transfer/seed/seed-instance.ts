import type { Ids } from '#kernel/ids.ts'
import type { Queries } from '#store/queries.ts'
import { assignRole } from '#domains/access/access/access.store.ts'
import { concealed, NAME_BYTES } from '#domains/access/api-tokens/api-token.ts'
import { insertToken } from '#domains/access/api-tokens/api-tokens.store.ts'
import { parseInitialTokens, type InitialTokens } from '#domains/access/api-tokens/initial-tokens.ts'
import { builtInTemplate } from '#domains/flags/release-templates/built-in-template.ts'
import { insertTemplate } from '#domains/flags/release-templates/templates.store.ts'
import { insertUser } from '#domains/access/users/users.store.ts'
import { DEFAULT_PROJECT } from '#domains/instance/instance/seed.ts'
import { insertSeed } from '#domains/instance/instance/seed.store.ts'

export interface FirstStart {
  initialTokens: InitialTokens
  ids: Pick<Ids, 'hex'>
  /** The first Admin. No password: it signs in by the one-time link, or acts through the window. */
  admin: { username: string; passwordHash?: string }
}

const ADMIN_ROLE = 1

/**
 * Makes an empty database a new instance: project `default`, environments development and production, the predefined
 * roles, a release template, the first Admin and the initial tokens. Throws TypeError for an initial token that cannot be.
 */
export async function seedInstance(queries: Queries, now: Date, start: FirstStart): Promise<void> {
  const at = now.toISOString()
  await insertSeed(queries, at)
  await insertTemplate(queries, builtInTemplate(at))
  const admin = await insertUser(queries, { ...start.admin, createdAt: at })
  await assignRole(queries, { userId: admin.id, roleId: ADMIN_ROLE }, at)
  for (const token of parseInitialTokens(start.initialTokens, now)) {
    const [project] = token.projects
    if (project !== undefined && project !== DEFAULT_PROJECT.id) {
      throw new TypeError(
        `An initial API token names the project "${project}"; a new instance has only "${DEFAULT_PROJECT.id}"`,
      )
    }
    await insertToken(queries, concealed(token, start.ids.hex(NAME_BYTES)))
  }
}
