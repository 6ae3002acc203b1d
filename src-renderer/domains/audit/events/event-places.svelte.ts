import { createQuery } from '@tanstack/svelte-query'

import { environmentsQuery, typeOfEnvironment } from '#pages/projects/environments/environments-query.ts'
import { ProjectNames } from '#pages/projects/projects/project-names.svelte.ts'

/** Names of projects and types of environments for the events of a page. */
export class EventPlaces {
  readonly #projects = new ProjectNames()
  readonly #environments = createQuery(environmentsQuery)

  nameOf(project: string): string {
    return this.#projects.of(project)
  }
  typeOf(environment: string): string {
    return typeOfEnvironment(this.#environments.data?.environments, environment)
  }
}
