import { ACTION_KINDS } from '#shared/signals/actions/action-kinds.ts'
import { decide } from '#shared/access/rules/index.ts'
import { definitionOf, type Permission } from '#shared/access/permissions/index.ts'
import type { FailureCause } from '#shared/signals/schemas/failed-action.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { findEndpoint, readFlagNames } from '../actions/sources.read-model.ts'
import type { StoredAction, StoredActionSet } from '../actions/action-set.ts'
import { environmentsWithRequests } from '#domains/changes/change-requests/change-request-settings.store.ts'
import { environmentsOfProject } from '#domains/projects/projects/projects.store.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { haveActiveStrategies, readFlagStates } from './flag-states.read-model.ts'

/** Finds what would make an action set fail, were it executed now. undefined: the set has been deleted. */
export async function findCauses(
  queries: Queries,
  access: AccessDirectory,
  set: StoredActionSet | undefined,
  sourceId: number,
): Promise<FailureCause[]> {
  const causes: FailureCause[] = []
  if (!set) causes.push({ kind: 'set', is: 'deleted' })
  else if (!set.enabled) causes.push({ kind: 'set', is: 'off' })
  const endpoint = await findEndpoint(queries, set?.sourceId ?? sourceId)
  if (!endpoint?.enabled)
    causes.push({
      kind: 'endpoint',
      is: endpoint ? 'off' : 'deleted',
      id: set?.sourceId ?? sourceId,
      name: endpoint?.name ?? null,
    })
  if (!set) return causes
  const environments = new Set(await environmentsOfProject(queries, set.project))
  for (const environment of environmentsIn(set.actions))
    if (!environments.has(environment)) causes.push({ kind: 'environment', environment })
  causes.push(...(await findFlagCauses(queries, set)))
  const actor = await findUser(queries, set.actorId)
  if (actor?.kind !== 'service-account') return [...causes, { kind: 'actor' }]
  return [...causes, ...(await findLacks(queries, access, set))]
}

const environmentOf = ({ executionParams }: StoredAction) => executionParams['environment'] ?? ''
const environmentsIn = (actions: readonly StoredAction[]) => new Set(actions.map(environmentOf))

async function findFlagCauses(queries: Queries, set: StoredActionSet): Promise<FailureCause[]> {
  const names = new Set(set.actions.flatMap(({ executionParams }) => executionParams['featureName'] ?? []))
  const states = await readFlagStates(queries, names)
  return [...names].flatMap((featureName): FailureCause[] => {
    const state = states.get(featureName)
    if (!state) return [{ kind: 'flag', featureName, is: 'missing', project: null }]
    const { project } = state
    if (project !== set.project) return [{ kind: 'flag', featureName, is: 'elsewhere', project }]
    return state.isArchived ? [{ kind: 'flag', featureName, is: 'archived', project }] : []
  })
}

/** The permissions that the actions need and the service account lacks, each once. */
async function findLacks(
  queries: Queries,
  access: AccessDirectory,
  set: StoredActionSet,
): Promise<FailureCause[]> {
  const { project, actorId } = set
  const guarded = new Set(await environmentsWithRequests(queries, project))
  const subject = { kind: 'user', id: actorId, name: '', grants: access.grantsOf(actorId) } as const
  const lacks = new Map<string, FailureCause>()
  for (const action of set.actions) {
    const environment = environmentOf(action)
    const needed: Permission[] = ['UPDATE_FEATURE_ENVIRONMENT']
    if (guarded.has(environment)) needed.push('SKIP_CHANGE_REQUEST')
    if (await bringsStrategy(queries, project, action)) needed.push('CREATE_FEATURE_STRATEGY')
    for (const permission of needed)
      if (!decide(subject, { anyOf: [permission], project, environment }).allowed)
        lacks.set(JSON.stringify([permission, environment]), {
          kind: 'permission',
          permission,
          displayName: definitionOf(permission).displayName,
          environment,
        })
  }
  return [...lacks.values()]
}

/** Enabling a flag without an active strategy adds the default one, which takes a permission of its own. */
async function bringsStrategy(queries: Queries, project: string, action: StoredAction): Promise<boolean> {
  if (!ACTION_KINDS[action.action].enables) return false
  const { featureName, tag } = action.executionParams
  const names = tag === undefined ? [featureName ?? ''] : await readFlagNames(queries, project, tag)
  return !(await haveActiveStrategies(queries, names, environmentOf(action)))
}
