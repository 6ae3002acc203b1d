import { createQuery, type CreateQueryResult, type QueryClient } from '@tanstack/svelte-query'

import { addChangesToRequest } from '../../../../src-shared/changes/contract/change-requests.ts'
import { api, type Outputs } from '../../../lib/api.ts'
import { meQuery, type Me } from '../../../lib/me.ts'
import { keys } from '../../../lib/queries.ts'
import { need, type Declared, type Need } from '../../../lib/rights.svelte.ts'
import { pendingQuery } from './change-request-queries.ts'
import { environmentsToAskForFlags, environmentsToAskIn, withRequests } from './must-ask.ts'
import type { RequestPlace } from './request-change.ts'
import { defaultDestination, ownIn, type Destination, type Pending } from './request-choice.ts'

/** Scope of a change: an environment, a segment, or a flag in all environments. */
export type Scope = { environment: string } | 'segments' | 'flags'

type Project = Outputs['getProjectOverview']

const projectQuery = (projectId: string) => ({
  queryKey: keys.project(projectId),
  queryFn: () => api.getProjectOverview.query({ params: { projectId } }),
})

/**
 * Where in a project changes have to be asked for by whoever is signed in: known beforehand, so that a button says what
 * it will do. The service has the last word; where it refuses what was thought to be free, that is offered then.
 * People who may skip that can choose to ask instead.
 */
export class ChangeRule {
  readonly #projectId: () => string | undefined
  readonly #me: CreateQueryResult<Me>
  readonly #project: CreateQueryResult<Project>
  readonly #pending: CreateQueryResult<Pending[]>
  /** Asks although that could be skipped. */
  #isInstead = $state(false)
  #into = $state<Destination>()

  constructor(projectId: () => string | undefined) {
    this.#projectId = projectId
    this.#me = createQuery(meQuery)
    this.#project = createQuery(() => ({
      ...projectQuery(projectId() ?? ''),
      enabled: projectId() !== undefined,
    }))
    this.#pending = createQuery(() => ({
      ...pendingQuery(projectId() ?? ''),
      enabled: projectId() !== undefined && this.#controlled.length > 0,
    }))
  }

  /** Changes in the environment are asked for, because they have to be or because somebody chose so. */
  asks(environment: string): boolean {
    return this.#where([environment], environmentsToAskIn) !== undefined
  }

  /** Environment to request a change in that touches a segment of the project; undefined: it is done directly. */
  get forSegments(): string | undefined {
    return this.#where(this.#controlled, environmentsToAskIn)
  }

  /** Environment to request a change in that touches a flag in all environments; undefined: it is done directly. */
  get forFlags(): string | undefined {
    return this.#where(this.#controlled, environmentsToAskForFlags)
  }

  /** The environment with change requests that something concerns; undefined: none. */
  controlled(scope: Scope): string | undefined {
    return typeof scope === 'string'
      ? this.#controlled.at(-1)
      : this.#controlled.find((one) => one === scope.environment)
  }

  /** Change requests are on there, and whoever is signed in may make the change at once. */
  maySkip(scope: Scope): boolean {
    // both are read, whatever the one is: else nobody would tell of the other
    const [me, environment] = [this.#me.data, this.controlled(scope)]
    if (environment === undefined || !me) return false
    const asked = this.#environments(scope === 'flags' ? environmentsToAskForFlags : environmentsToAskIn)
    return typeof scope === 'string' ? asked.length === 0 : !asked.includes(environment)
  }

  get isInstead(): boolean {
    return this.#isInstead
  }

  /** Asks instead of doing it at once, or the other way round. */
  askInstead(isInstead: boolean): void {
    this.#isInstead = isInstead
  }

  /** Forgets what was chosen for the last change. */
  reset(): void {
    this.#isInstead = false
    this.#into = undefined
  }

  /** One's own requests that a change in an environment could join. */
  choices(environment: string): Pending[] {
    return ownIn(this.#pending.data ?? [], environment)
  }

  /** The request that a change goes to. */
  destination(environment: string): Destination {
    const into = this.#into
    const own = this.choices(environment)
    if (into === 'new' || own.some(({ id }) => id === into)) return into ?? 'new'
    return defaultDestination(own, environment)
  }

  choose(into: Destination): void {
    this.#into = into
  }

  /** Returns the place of the request, with the request that was selected. */
  place(environment: string): RequestPlace {
    return { projectId: this.#projectId() ?? '', environment, into: this.destination(environment) }
  }

  #where(environments: readonly string[], of: typeof environmentsToAskIn): string | undefined {
    const asked = this.#environments(of)
    const must = environments.filter((one) => asked.includes(one)).at(-1)
    if (must !== undefined || !this.#isInstead) return must
    return environments.filter((one) => this.#controlled.includes(one)).at(-1)
  }

  get #controlled(): string[] {
    const project = this.#project.data
    return project ? withRequests(project) : []
  }

  /** Returns the permission that a control needs to start an operation in the environment; where changes are requested, a request. */
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

/** Reads whether change requests are on, once at the moment that something is done: for the many switches of a list. */
export async function isControlled(
  client: QueryClient,
  projectId: string,
  environment: string,
): Promise<boolean> {
  try {
    // the dialog that follows knows at once who is signed in
    const [project] = await Promise.all([
      client.fetchQuery({ ...projectQuery(projectId), staleTime: Infinity }),
      client.fetchQuery({ ...meQuery(), staleTime: Infinity }),
      client.fetchQuery({ ...pendingQuery(projectId), staleTime: Infinity }),
    ])
    return withRequests(project).includes(environment)
  } catch {
    // who cannot be told beforehand is told by the refusal
    return false
  }
}
