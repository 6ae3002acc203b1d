import { createQuery, type CreateQueryResult, type QueryClient } from '@tanstack/svelte-query'

import { addChangesToRequest, getPendingChangeRequests } from '#shared/changes/contract/change-requests.ts'
import type { Outputs } from '#lib/api.ts'
import { meQuery, type Me } from '#lib/me.ts'
import { isOffered, need } from '#lib/rights.svelte.ts'
import type { DeclaredOperation, Need } from '#ui/surroundings.ts'
import { pendingQuery } from './change-request-queries.ts'
import {
  environmentsNeedingApprovalForFlags,
  environmentsNeedingApproval,
  withRequests,
} from './needs-approval.ts'
import type { RequestPlace } from './request-change.ts'
import { defaultDestination, ownIn, type Destination, type PendingRequest } from './request-choice.ts'
import { projectQuery } from '#pages/projects/projects/projects-query.ts'

/** Scope of a change: an environment, a segment, or a flag in all environments. */
export type Scope = { environment: string } | 'segments' | 'flags'

type Project = Outputs['getProjectOverview']

/**
 * Tells where in a project the signed-in user has to request changes. It is known beforehand, so that buttons
 * can be labelled. The service has the last word: if it rejects a direct change, a request is offered. Users
 * who may skip change requests can choose to request anyway.
 */
export class ChangeRule {
  readonly #projectId: () => string | undefined
  readonly #me: CreateQueryResult<Me>
  readonly #project: CreateQueryResult<Project>
  readonly #pending: CreateQueryResult<PendingRequest[]>
  /** True if the user requests the change although direct changes are allowed. */
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

  /** Checks whether changes in the environment are requested: by rule, or by the user's choice. */
  asks(environment: string): boolean {
    return this.#where([environment], environmentsNeedingApproval) !== undefined
  }

  /**
   * Gets the environment in which to request a change of a project's segment; undefined: it is made directly.
   */
  get forSegments(): string | undefined {
    return this.#where(this.#controlled, environmentsNeedingApproval)
  }

  /**
   * Gets the environment in which to request a change of a flag in all environments; undefined: it is made
   * directly.
   */
  get forFlags(): string | undefined {
    return this.#where(this.#controlled, environmentsNeedingApprovalForFlags)
  }

  /** Gets the environment with change requests that a change affects; undefined: none. */
  controlled(scope: Scope): string | undefined {
    return typeof scope === 'string'
      ? this.#controlled.at(-1)
      : this.#controlled.find((one) => one === scope.environment)
  }

  /** Checks that change requests are on there, and that the signed-in user may skip them. */
  maySkip(scope: Scope): boolean {
    // read both, whatever the first is: otherwise changes of the second are not tracked
    const [me, environment] = [this.#me.data, this.controlled(scope)]
    if (environment === undefined || !me) return false
    const asked = this.#environments(
      scope === 'flags' ? environmentsNeedingApprovalForFlags : environmentsNeedingApproval,
    )
    return typeof scope === 'string' ? asked.length === 0 : !asked.includes(environment)
  }

  get isInstead(): boolean {
    return this.#isInstead
  }

  /** Switches between requesting a change and making it directly. */
  askInstead(isInstead: boolean): void {
    this.#isInstead = isInstead
  }

  /** Resets the choice made for the last change. */
  reset(): void {
    this.#isInstead = false
    this.#into = undefined
  }

  /** Lists the user's own requests that a change in an environment could join. */
  choices(environment: string): PendingRequest[] {
    return ownIn(this.#pending.data ?? [], environment)
  }

  /** Gets the request that receives the change. */
  destination(environment: string): Destination {
    const into = this.#into
    const own = this.choices(environment)
    if (into === 'new' || own.some(({ id }) => id === into)) return into ?? 'new'
    return defaultDestination(own, environment)
  }

  choose(into: Destination): void {
    this.#into = into
  }

  /** Returns the place of the request, with the selected request. */
  place(environment: string): RequestPlace {
    return { projectId: this.#projectId() ?? '', environment, into: this.destination(environment) }
  }

  #where(environments: readonly string[], of: typeof environmentsNeedingApproval): string | undefined {
    const asked = this.#environments(of)
    const must = environments.filter((one) => asked.includes(one)).at(-1)
    if (must !== undefined || !this.#isInstead) return must
    return environments.filter((one) => this.#controlled.includes(one)).at(-1)
  }

  get #controlled(): string[] {
    const project = this.#project.data
    return project ? withRequests(project) : []
  }

  /**
   * Returns the operation whose permission a control needs in the environment: the given one, or a change
   * request where changes are requested.
   */
  need(operation: DeclaredOperation, environment: string): Need {
    const place = { project: this.#projectId() ?? '', environment }
    return this.asks(environment) && this.#mayRequest
      ? need(addChangesToRequest, place)
      : need(operation, place)
  }

  /** The same for an operation on a flag in all environments. */
  needForFlags(operation: DeclaredOperation): Need {
    const project = this.#projectId() ?? ''
    return this.forFlags !== undefined && this.#mayRequest
      ? need(addChangesToRequest, { project })
      : need(operation, { project })
  }

  /** Checks whether the user may request changes. In a project that is not open, only members may. */
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

  #environments(of: typeof environmentsNeedingApproval): string[] {
    // read both, whatever the first is: otherwise changes of the second are not tracked
    const [me, project] = [this.#me.data, this.#project.data]
    return of(me, this.#projectId() ?? '', project)
  }
}

/**
 * Reads once, at the moment of the action, whether change requests are on: for the many switches of a list.
 */
export async function isControlled(
  client: QueryClient,
  projectId: string,
  environment: string,
): Promise<boolean> {
  if (!isOffered(getPendingChangeRequests)) return false
  try {
    // the dialog that follows needs the signed-in user at once
    const [project] = await Promise.all([
      client.fetchQuery({ ...projectQuery(projectId), staleTime: Infinity }),
      client.fetchQuery({ ...meQuery(), staleTime: Infinity }),
      client.fetchQuery({ ...pendingQuery(projectId), staleTime: Infinity }),
    ])
    return withRequests(project).includes(environment)
  } catch {
    // if it can't be known beforehand, the service's error shows it
    return false
  }
}
