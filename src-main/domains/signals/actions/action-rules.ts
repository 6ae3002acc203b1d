import { ACTION_KINDS } from '#shared/signals/actions/action-kinds.ts'
import { constraintProblem, isMultiValue } from '#shared/flags/constraints/validate-constraint.ts'
import type { ActionFilters, CreateActions } from '#shared/signals/schemas/action.ts'
import { badData, exceedsLimit } from '#kernel/app-error.ts'
import type { Limits } from '#kernel/limits.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import type { StoredAction, StoredActionSet } from './action-set.ts'
import { findEndpoint } from './sources.read-model.ts'

type Draft = Pick<StoredActionSet, 'name' | 'description' | 'source' | 'sourceId' | 'filters' | 'actorId'> & {
  actions: Pick<StoredAction, 'action' | 'sortOrder' | 'executionParams'>[]
}

/**
 * A set as sent, checked (docs/contract/signals.md#action-shapes, docs/contract/signals.md#action-kinds,
 * docs/contract/limits.md#limits). Throws 400, naming the field.
 */
export async function checkedActionSet(
  { everything, limits }: Pick<QueryContext, 'everything' | 'limits'>,
  project: string,
  { name, description, match, actorId, actions }: CreateActions,
): Promise<Draft> {
  checkFilters(match.payload, limits, '/body/match/payload')
  if (actions.length > limits.actionSetActions) throw exceedsLimit('action', limits.actionSetActions)
  await requireEndpoint(everything, match.sourceId)
  await requireActor(everything, actorId)
  return {
    name,
    description: description ?? null,
    source: match.source,
    sourceId: match.sourceId,
    filters: match.payload,
    actorId,
    actions: actions
      .map((one, index) => ({
        action: one.action,
        sortOrder: one.sortOrder,
        executionParams: checkedParams(project, one, `/body/actions/${index}/executionParams`),
      }))
      // the sort is stable: equal orders keep the order in which they were sent
      .sort((a, b) => a.sortOrder - b.sortOrder),
  }
}

async function requireEndpoint(queries: Queries, id: number): Promise<void> {
  if (!(await findEndpoint(queries, id)))
    throw badData(`Signal endpoint with id ${id} does not exist`, '/body/match/sourceId')
}

/**
 * People sign in and act themselves; what nobody asked for is the deed of a service account
 * (docs/contract/signals.md#actor).
 */
async function requireActor(queries: Queries, id: number): Promise<void> {
  const user = await findUser(queries, id)
  if (user?.kind !== 'service-account')
    throw badData(`Service account with id ${id} does not exist`, '/body/actorId')
}

/** Throws 400 for filters that are too many, or that no payload could match. `at`: their place in the request. */
export function checkFilters(filters: ActionFilters, limits: Limits, at: string): void {
  const all = Object.entries(filters)
  if (all.length > limits.actionSetFilters) throw exceedsLimit('filter', limits.actionSetFilters)
  for (const [path, filter] of all) {
    const values = isMultiValue(filter.operator) ? new Set(filter.values) : new Set()
    if (values.size > limits.actionSetFilterValues)
      throw exceedsLimit(`filter value for ${path}`, limits.actionSetFilterValues)
    const problem = constraintProblem({ contextName: path, ...filter })
    if (problem !== null) throw badData(problem, `${at}/${path}`)
  }
}

/** The parameters that the action needs, and no others. */
function checkedParams(
  project: string,
  { action, executionParams = {} }: CreateActions['actions'][number],
  at: string,
): Record<string, string> {
  const known = ACTION_KINDS[action].parameters
  const checked = known.map((name) => {
    const value = executionParams[name] ?? (name === 'project' ? project : undefined)
    if (typeof value !== 'string' || value.trim() === '')
      throw badData(`The action ${action} needs the parameter "${name}".`, `${at}/${name}`)
    if (name === 'project' && value !== project)
      throw badData(`The actions of project ${project} cannot change project ${value}.`, `${at}/${name}`)
    if (name === 'tag' && !/^[^:]+:.+$/.test(value))
      throw badData(`The parameter "tag" must be a type and a value: simple:important.`, `${at}/${name}`)
    return [name, value] as const
  })
  return Object.fromEntries(checked)
}
