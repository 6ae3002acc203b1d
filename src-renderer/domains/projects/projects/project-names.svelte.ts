import { createQuery } from '@tanstack/svelte-query'

import { namesById, projectsQuery } from './projects-query.ts'

/** Names of projects, read once for a page. A project that the user may not see keeps its id. */
export class ProjectNames {
  readonly #read
  readonly #names

  /** `isNeeded`: reads the projects; a dialog waits until it is open. */
  constructor(isNeeded: () => boolean = () => true) {
    this.#read = createQuery(() => ({ ...projectsQuery(), enabled: isNeeded() }))
    this.#names = $derived(namesById(this.#read.data))
  }
  /** Not a method, so that it can be passed on. */
  readonly of = (id: string): string => this.#names.get(id) ?? id
}
