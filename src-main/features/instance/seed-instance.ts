import type { Ids } from '../../kernel/ids.ts'
import type { Queries } from '../../store/queries.ts'
import { assignRole } from '../access/index.ts'
import {
  concealed,
  insertToken,
  NAME_BYTES,
  parseInitialTokens,
  type InitialTokens,
} from '../api-tokens/index.ts'
import { builtInTemplate, insertTemplate } from '../release-templates/index.ts'
import { insertUser } from '../users/index.ts'
import { DEFAULT_PROJECT } from './seed.ts'
import { insertSeed } from './seed.store.ts'

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
