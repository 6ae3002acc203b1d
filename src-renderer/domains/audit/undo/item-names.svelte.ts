import { createQuery } from '@tanstack/svelte-query'

import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { nameOfUser } from '#pages/access/groups/group-words.ts'
import { rolesQuery } from '#pages/access/roles/roles-query.ts'
import { segmentsQuery } from '#pages/flags/segments/segments-query.ts'
import { projectsQuery } from '#pages/projects/projects/projects-query.ts'
import { namesIn, type NameOf, type NamedItem } from './part-words.ts'

/** Names of the items that the event log knows by their ids. */
export class ItemNames {
  readonly #projects = createQuery(projectsQuery)
  readonly #segments = createQuery(segmentsQuery)
  readonly #roles = createQuery(rolesQuery)
  readonly #accounts = createQuery(() => ({
    queryKey: keys.accounts,
    queryFn: () => api.getBaseUsersAndGroups.query({}),
  }))
  readonly #names = $derived(
    namesIn({
      project: this.#projects.data?.projects,
      segment: this.#segments.data?.segments,
      role: this.#roles.data?.roles,
      group: this.#accounts.data?.groups,
      user: this.#accounts.data?.users.map((user) => ({ id: user.id, name: nameOfUser(user) })),
    }),
  )

  /** Gives the present name of an item, or the name in the values of a part that is a whole item. */
  of(values: readonly unknown[] = []): NameOf {
    return (kind, id, isWhole) => this.#names(kind, id) ?? (isWhole ? nameAmong(values) : undefined)
  }
}

function nameAmong(values: readonly unknown[]): string | undefined {
  const named = values.filter((value): value is NamedItem => hasName(value))
  return named[0]?.name
}

const hasName = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
