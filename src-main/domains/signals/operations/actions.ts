import { findUser } from '#domains/access/users/users.store.ts'
import {
  environmentsOfProject,
  findActiveProject,
  requireActiveProject,
} from '#domains/projects/projects/projects.store.ts'
import { badData, notFound, AppError, exceedsLimit } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import { ACTION_KINDS, PARAMETER_WORDS, type ParameterName } from '#shared/signals/actions/action-kinds.ts'
import * as contract from '#shared/signals/contract/actions.ts'
import { ACTION_KEYS, type ActionDefinitions } from '#shared/signals/schemas/action.ts'
import type { Queries } from '#store/queries.ts'
import { checkedActionSet } from '../actions/action-rules.ts'
import { inEvents, toActionSet, type StoredActionSet } from '../actions/action-set.ts'
import {
  deleteActionSetRow,
  insertActionSet,
  readActionSets,
  replaceActions,
  requireActionSet,
  saveActionSet,
} from '../actions/action-sets.store.ts'
import { setEnabled } from '../actions/set-enabled.ts'
import {
  findEndpoint,
  readFlagNames,
  readLastSignalId,
  readListeningSets,
  readTagsInUse,
} from '../actions/sources.read-model.ts'

/** The action sets of a project, oldest first. */
export const getProjectActions = query(contract.getProjectActions, async ({ visible }, { params }) => ({
  actions: (await readActionSets(visible, { project: params.projectId })).map(toActionSet),
}))

/** Author and time of an action set. */
const authorship = ({ caller, now }: MutationContext) => ({
  createdByUserId: userIdOf(caller.actor),
  createdAt: now.toISOString(),
})

type Actions = Awaited<ReturnType<typeof checkedActionSet>>['actions']

/** Gives actions their author and time. */
const signActions = (context: MutationContext, actions: Actions) =>
  actions.map((one) => ({ ...one, ...authorship(context) }))

/** Creates an action set; signals that come from now on can start it. */
export const createActions = mutation(
  contract.createActions,
  async (context, { params: { projectId }, body }) => {
    const { everything } = context
    // this operation declares no 404 (docs/contract/signals.md#action-sets)
    if (!(await findActiveProject(everything, projectId)))
      throw badData(`Active project with id ${projectId} does not exist`, '/params/projectId')
    await requireRoomForSet(context, projectId)
    await requireFreeName(everything, { project: projectId, name: body.name })
    const { actions, ...draft } = await checkedActionSet(context, projectId, body)
    const id = await insertActionSet(everything, {
      ...draft,
      project: projectId,
      enabled: body.enabled ?? true,
      listensAfter: await readLastSignalId(everything),
      ...authorship(context),
    })
    await replaceActions(everything, id, signActions(context, actions))
    const set = await requireActionSet(everything, projectId, id)
    context.record({ type: 'actions-created', project: projectId, data: inEvents(set) })
    return toActionSet(set)
  },
)

/**
 * A name is unique within its project. Creating a second one is a conflict; 409 is no answer of an update
 * (docs/contract/signals.md#action-sets).
 */
async function requireFreeName(
  queries: Queries,
  { project, name, id }: Pick<StoredActionSet, 'project' | 'name'> & { id?: number },
): Promise<void> {
  const same = (await readActionSets(queries, { project })).find((one) => one.name === name)
  if (same === undefined || same.id === id) return
  const message = `There already exists an action set named ${name} in project ${project}`
  throw id === undefined ? new AppError('NameExistsError', message) : badData(message, '/body/name')
}

async function requireRoomForSet({ everything, limits }: MutationContext, project: string): Promise<void> {
  const { length } = await readActionSets(everything, { project })
  if (length >= limits.actionSetsPerProject) throw exceedsLimit('action set', limits.actionSetsPerProject)
}

/**
 * Lists the actions available to a set of the project, and the options of each parameter
 * (docs/contract/signals.md#action-kinds).
 */
export const getActionDefinitions = query(
  contract.getActionDefinitions,
  async ({ visible }, { params: { projectId } }) => {
    const options = await optionsOf(visible, projectId)
    const entries = ACTION_KEYS.map((key) => {
      const { label, description, category, permissions, parameters } = ACTION_KINDS[key]
      return [
        key,
        {
          label,
          description,
          category,
          permissions: [...permissions],
          parameters: parameters.map((name) => ({
            name,
            ...PARAMETER_WORDS[name],
            ...(options[name] ? { options: options[name] } : {}),
          })),
        },
      ] as const
    })
    return Object.fromEntries(entries) as ActionDefinitions
  },
)

async function optionsOf(
  queries: Queries,
  project: string,
): Promise<Partial<Record<ParameterName, string[]>>> {
  return {
    environment: await environmentsOfProject(queries, project),
    featureName: await readFlagNames(queries, project),
    tag: await readTagsInUse(queries, project),
  }
}

/** Replaces an action set; whether it is on stays as it is unless that is said. */
export const updateActions = mutation(
  contract.updateActions,
  async (context, { params: { projectId, id }, body }) => {
    const { everything } = context
    const before = await requireActionSet(everything, projectId, id)
    await requireActiveProject(everything, projectId)
    await requireFreeName(everything, { project: projectId, name: body.name, id })
    const { actions, ...draft } = await checkedActionSet(context, projectId, body)
    const enabled = body.enabled ?? before.enabled
    const begins = enabled && (!before.enabled || draft.sourceId !== before.sourceId)
    const listensAfter = begins ? await readLastSignalId(everything) : before.listensAfter
    await saveActionSet(everything, { ...before, ...draft, enabled, listensAfter })
    await replaceActions(everything, id, signActions(context, actions))
    const after = await requireActionSet(everything, projectId, id)
    const data = { data: inEvents(after), preData: inEvents(before) }
    context.record({ type: 'actions-updated', project: projectId, ...data })
    return toActionSet(after)
  },
)

/** Deletes a set; what it has done stays told at the signals. */
export const deleteActions = mutation(
  contract.deleteActions,
  async (context, { params: { projectId, id } }) => {
    const set = await requireActionSet(context.everything, projectId, id)
    await deleteActionSetRow(context.everything, id)
    context.record({ type: 'actions-deleted', project: projectId, preData: inEvents(set) })
  },
)

/** Turns a set on. Without an endpoint and a service account there is nothing that it could do. */
export const toggleActionSetOn = mutation(
  contract.toggleActionSetOn,
  async (context, { params: { projectId, id } }) => {
    const { everything } = context
    const set = await requireActionSet(everything, projectId, id)
    await requireActiveProject(everything, projectId)
    if ((await findUser(everything, set.actorId)) === undefined)
      throw notFound(`Service account with id ${set.actorId} does not exist`)
    if ((await findEndpoint(everything, set.sourceId)) === undefined)
      throw notFound(`Signal endpoint with id ${set.sourceId} does not exist`)
    return toActionSet(await setEnabled(context, set, true))
  },
)

/** Turns a set off: no signal that is handed to the actions from now on starts it. */
export const toggleActionSetOff = mutation(
  contract.toggleActionSetOff,
  async (context, { params: { projectId, id } }) =>
    toActionSet(await setEnabled(context, await requireActionSet(context.everything, projectId, id), false)),
)

/** Lists the action sets that an endpoint starts, in the projects whose settings the caller may read. */
export const getListeningActionSets = query(
  contract.getListeningActionSets,
  async ({ visible, may }, { params }) => {
    const endpoint = await findEndpoint(visible, params.signalEndpointId)
    if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${params.signalEndpointId}`)
    const sets = await readListeningSets(visible, endpoint.id)
    const isReadable = ({ project }: { project: string }) =>
      may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed
    return { actionSets: sets.filter(isReadable) }
  },
)
