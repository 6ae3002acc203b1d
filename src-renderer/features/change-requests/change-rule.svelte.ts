import { createQuery, type CreateQueryResult, type QueryClient } from '@tanstack/svelte-query'

import { addChangesToRequest } from '../../../src-shared/contract/change-requests.ts'
import { api, type Outputs } from '../../lib/api.ts'
import { meQuery, type Me } from '../../lib/me.ts'
import { keys } from '../../lib/queries.ts'
import { need, type Declared, type Need } from '../../lib/rights.svelte.ts'
import { environmentsToAskForFlags, environmentsToAskIn } from './must-ask.ts'

type Project = Outputs['projects']['overview']

const projectQuery = (projectId: string) => ({
  queryKey: keys.project(projectId),
  queryFn: () => api.projects.overview.query({ params: { projectId } }),
})

/**
 * Where in a project changes have to be asked for by whoever is signed in: known beforehand, so that a button says what
 * it will do. The service has the last word; where it refuses what was thought to be free, that is offered then.
 */
export class ChangeRule {
  readonly #projectId: () => string | undefined
  readonly #me: CreateQueryResult<Me>
  readonly #project: CreateQueryResult<Project>

  constructor(projectId: () => string | undefined) {
    this.#projectId = projectId
    this.#me = createQuery(meQuery)
    this.#project = createQuery(() => ({
      ...projectQuery(projectId() ?? ''),
      enabled: projectId() !== undefined,
    }))
  }

  /** Changes in the environment have to be asked for. */
  asks(environment: string): boolean {
    return this.#environments(environmentsToAskIn).includes(environment)
  }

  /** Where to ask for what touches a segment of the project; undefined: it may be done directly. */
  get forSegments(): string | undefined {
    return this.#environments(environmentsToAskIn).at(-1)
  }

  /** Where to ask for what touches a flag in all environments; undefined: it may be done directly. */
  get forFlags(): string | undefined {
    return this.#environments(environmentsToAskForFlags).at(-1)
  }

  /** What a control needs that starts an operation in the environment; where changes are requested, a request. */
  need(operation: Declared, environment: string): Need {
    const place = { project: this.#projectId() ?? '', environment }
    return this.asks(environment) && this.#mayRequest
      ? need(addChangesToRequest, place)
      : need(operation, place)
  }

  /** The same for what touches a flag in all environments. */
  needForFlags(operation: Declared): Need {
    const project = this.#projectId() ?? ''
    return this.forFlags !== undefined && this.#mayRequest
      ? need(addChangesToRequest, { project })
      : need(operation, { project })
  }

  /** In a project that is not open its members alone request changes. */
  get #mayRequest(): boolean {
    const project = this.#projectId()
    return (
      this.#project.data?.mode === 'open' ||
      (this.#me.data?.permissions.some(
        (one) => ('project' in one && one.project === project) || one.permission === 'ADMIN',
      ) ??
        true)
    )
  }

  #environments(of: typeof environmentsToAskIn): string[] {
    // both are read, whatever the one is: else nobody would tell of the other
    const [me, project] = [this.#me.data, this.#project.data]
    return of(me, this.#projectId() ?? '', project)
  }
}

/** The same question once, at the moment that something is done: for the many switches of a list. */
export async function mustAsk(client: QueryClient, projectId: string, environment: string): Promise<boolean> {
  try {
    const [me, project] = await Promise.all([
      client.fetchQuery({ ...meQuery(), staleTime: Infinity }),
      client.fetchQuery({ ...projectQuery(projectId), staleTime: Infinity }),
    ])
    return environmentsToAskIn(me, projectId, project).includes(environment)
  } catch {
    // who cannot be told beforehand is told by the refusal
    return false
  }
}
