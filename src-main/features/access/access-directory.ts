import type { Grant, Subject } from '../../../src-shared/access/index.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Queries } from '../../store/queries.ts'
import { readAssignments, readRoles, type StoredRole } from './access.store.ts'

/**
 * Who holds which roles, in memory: every request is decided from here, never from the database
 * (docs/architecture.md, "hot reads"). Read again after any change to users, roles or access.
 */
export class AccessDirectory {
  #grants: ReadonlyMap<number, readonly Grant[]> = new Map()

  /** Reads everything anew. */
  async load(queries: Queries): Promise<void> {
    const roles = new Map<number, StoredRole>((await readRoles(queries)).map((role) => [role.id, role]))
    const grants = new Map<number, Grant[]>()
    for (const { userId, roleId, project } of await readAssignments(queries)) {
      const role = roles.get(roleId)
      if (!role) continue
      const grant: Grant = {
        role: { id: role.id, name: role.name, type: role.type },
        via: { kind: 'direct' },
        ...(project === undefined ? {} : { project }),
        permissions: role.permissions,
      }
      grants.set(userId, [...(grants.get(userId) ?? []), grant])
    }
    this.#grants = grants
  }

  /** The caller as decisions see it; undefined for actors that hold no roles by nature. */
  subjectOf(actor: Actor): Subject | undefined {
    switch (actor.kind) {
      case 'user':
        return { kind: 'user', id: actor.id, name: actor.username, grants: this.grantsOf(actor.id) }
      case 'admin-token':
        return { kind: 'admin-token', name: actor.username }
      case 'system':
        return { kind: 'system' }
      default:
        return undefined
    }
  }

  grantsOf(userId: number): readonly Grant[] {
    return this.#grants.get(userId) ?? []
  }
}
