import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { notFound } from '#kernel/app-error.ts'
import { type MutationContext, preparedDryRun, query, type QueryContext } from '#kernel/use-case.ts'
import type { Request } from '#shared/contract/index.ts'
import * as contract from '#shared/signals/contract/action-execution.ts'
import { matchFilters } from '#shared/signals/rules/index.ts'
import type { Backtest, MissingPermission } from '#shared/signals/schemas/action-execution.ts'
import type { ClientApi } from '#domains/clients/client-api/client-api.ts'
import { readNotesOf, toNote } from '../action-execution/action-notes.store.ts'
import { executeSet } from '../action-execution/execute-set.ts'
import { stateOf } from '../action-execution/execution.ts'
import {
  countExecutions,
  readExecutionLines,
  readExecutionsBy,
  readExecutionsOf,
} from '../action-execution/executions.store.ts'
import { traceExecutions } from '../action-execution/trace-executions.ts'
import {
  readEnabledFlags,
  readSignalsOf,
  type SampleSignal,
} from '../action-execution/sample-signals.read-model.ts'
import { checkedActionSet } from '../actions/action-rules.ts'
import { toActionSet } from '../actions/action-set.ts'
import { DEFAULT_RULES, readActionSets } from '../actions/action-sets.store.ts'
import { readActors, readEndpoints } from '../actions/sources.read-model.ts'
import { findSignal, readSignalQueue } from '../signals/signals.store.ts'
import { decide } from '#shared/access/rules/index.ts'
import { definitionOf, type Permission } from '#shared/access/permissions/index.ts'
import type { Queries } from '#store/queries.ts'
import { environmentsWithRequests } from '#domains/changes/change-requests/change-request-settings.store.ts'
import { environmentsOfProject } from '#domains/projects/projects/projects.store.ts'

const PAGE = 50

/** Lists the executions of a set, newest first (docs/contract/signals.md#action-sets). */
export const getActionSetEvents = query(
  contract.getActionSetEvents,
  async ({ visible }, { params, query: { limit, offset } }) => ({
    actionSetEvents: await readExecutionsOf(visible, {
      project: params.projectId,
      setId: params.id,
      limit: limit ?? PAGE,
      offset: offset ?? 0,
    }),
  }),
)

/** All that the screen of a project's actions shows and offers. */
export const getActionsOverview = ({ access }: { access: AccessDirectory }) =>
  query(contract.getActionsOverview, async ({ visible, limits }, { params: { projectId } }) => {
    const counts = await countExecutions(visible, projectId)
    const lastIds = [...counts.values()].map(({ lastId }) => lastId)
    const lines = new Map((await readExecutionLines(visible, lastIds)).map((line) => [line.id, line]))
    const lacksOf = await missingPermissionFinder(visible, access, projectId)
    return {
      actions: (await readActionSets(visible, { project: projectId })).map((set) => {
        const count = counts.get(set.id)
        return {
          ...toActionSet(set),
          succeeded: count?.succeeded ?? 0,
          failed: count?.failed ?? 0,
          lastExecution: lines.get(count?.lastId ?? 0) ?? null,
          rules: set.rules,
        }
      }),
      endpoints: await readEndpoints(visible),
      actors: (await readActors(visible)).map((actor) => ({ ...actor, lacks: lacksOf(actor.id) })),
      limits: {
        sets: limits.actionSetsPerProject,
        actions: limits.actionSetActions,
        filters: limits.actionSetFilters,
        filterValues: limits.actionSetFilterValues,
      },
    }
  })

/**
 * Builds a function that finds the permissions a service account lacks to switch flags of a project, by
 * environment. It needs the permission itself and, if changes must be requested, the one to skip that
 * (docs/contract/signals.md#action-changes).
 */
async function missingPermissionFinder(
  queries: Queries,
  access: AccessDirectory,
  project: string,
): Promise<(actorId: number) => MissingPermission[]> {
  const guarded = new Set(await environmentsWithRequests(queries, project))
  const needs = (await environmentsOfProject(queries, project)).flatMap((environment) => {
    const permissions: Permission[] = ['UPDATE_FEATURE_ENVIRONMENT']
    if (guarded.has(environment)) permissions.push('SKIP_CHANGE_REQUEST')
    return permissions.map((permission) => ({ permission, environment }))
  })
  return (actorId) => {
    const subject = { kind: 'user', id: actorId, name: '', grants: access.grantsOf(actorId) } as const
    return needs
      .filter(
        ({ permission, environment }) =>
          !decide(subject, { anyOf: [permission], project, environment }).allowed,
      )
      .map((one) => ({ ...one, displayName: definitionOf(one.permission).displayName }))
  }
}

const MAX_EXAMINED = 1000

const BATCH = 100

const SHOWN = 20

/**
 * Finds the signals of a period that would have started a set, and the effect the set would have now. The set
 * is executed once and rolled back. Signals are read before, in batches, so that a backtest blocks no other
 * request.
 */
export const backtestActions = ({ access }: { access: AccessDirectory }) =>
  preparedDryRun(
    contract.backtestActions,
    examineSignals,
    async (context, { params: { projectId }, body }, examined) => {
      const { everything } = context
      const { actorId, name, actions } = await checkedActionSet(context, projectId, body)
      const before = await readEnabledFlags(everything, projectId)
      const { results } = await executeSet(
        context,
        { ...{ project: projectId, actorId, name, actions }, rules: DEFAULT_RULES },
        { now: () => context.now },
      )
      const after = await readEnabledFlags(everything, projectId)
      const environments = new Set(actions.map((one) => one.executionParams['environment']))
      const lacksOf = await missingPermissionFinder(everything, access, projectId)
      return {
        ...examined,
        state: stateOf(results),
        actions: actions.map(({ action, executionParams }, index) => ({
          action,
          executionParams,
          ...(results[index] ?? { state: 'not started' as const, details: null }),
        })),
        changes: [...after].flatMap(([key, now]) => (before.get(key)?.enabled === now.enabled ? [] : [now])),
        lacks: lacksOf(actorId).filter(({ environment }) => environments.has(environment)),
      }
    },
  )

type Examined = Pick<Backtest, 'examined' | 'isCut' | 'matched' | 'latest'>

async function examineSignals(
  { visible }: Pick<QueryContext | MutationContext, 'visible'>,
  { body: { match, from, to } }: Request<typeof contract.backtestActions>,
): Promise<Examined> {
  const found: Examined = { examined: 0, isCut: false, matched: 0, latest: [] }
  let last: SampleSignal | undefined
  for (;;) {
    const limit = Math.min(BATCH, MAX_EXAMINED - found.examined + 1)
    const signals = await readSignalsOf(visible, { sourceId: match.sourceId, from, to }, limit, last)
    for (const { id, createdAt, payload } of signals) {
      if (found.examined === MAX_EXAMINED) return { ...found, isCut: true }
      found.examined++
      if (!matchFilters(match.payload, payload).matches) continue
      found.matched++
      if (found.latest.length < SHOWN) found.latest.push({ id, createdAt })
    }
    last = signals.at(-1)
    if (signals.length < limit || !last) return found
  }
}

/**
 * Returns the executions a signal started with what became of each change, and the action sets it matches now. Only projects whose
 * settings the caller may read are included.
 */
export const getSignalActions = ({ clientApi }: { clientApi: Pick<ClientApi, 'sdkRevisions'> }) =>
  query(contract.getSignalActions, async (context, { params: { id } }) => {
    const { visible, may } = context
    const signal = await findSignal(visible, id)
    if (!signal) throw notFound(`Could not find signal with id ${id}`)
    const isReadable = ({ project }: { project: string }) =>
      may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed
    const sets = await readActionSets(visible, { sourceId: signal.sourceId })
    const executions = (await readExecutionsBy(visible, id)).filter(isReadable)
    return {
      processed: signal.processed,
      executions: await traceExecutions(context, clientApi.sdkRevisions, executions),
      notes: (await readNotesOf(visible, { signalId: id })).filter(isReadable).map(toNote),
      sets: sets.filter(isReadable).map((set) => ({
        id: set.id,
        name: set.name,
        project: set.project,
        enabled: set.enabled,
        ...matchFilters(set.filters, signal.payload),
      })),
    }
  })

/**
 * Configured pace of actions: how often the queue is processed, and how many signals are executed between two
 * pauses.
 */
interface ActionPace {
  readonly intervalSeconds: number
  readonly perCycle: number
}

/** Returns the queue of signals that wait for actions, and the pace of the actions. */
export const getSignalQueue = ({ actionPace }: { actionPace: ActionPace }) =>
  query(contract.getSignalQueue, async ({ visible }) => ({
    ...(await readSignalQueue(visible)),
    ...actionPace,
  }))
