import type { OperationId } from '../../contract-engine/operation-ids/index.ts'
import {
  SCENARIO_ITEMS,
  type ScenarioItems,
  type ScenarioList,
  type ScenarioStep,
} from '../schemas/scenario.ts'
import { withoutSecrets } from './integration-secrets.ts'
import { differences, wholeDifferences, type Difference } from './differences.ts'
import { keysOf } from './item-keys.ts'
import { namesOf } from '../../own-value.ts'

/** A step of a plan, with the item as it is and as it should be. */
export interface PlannedStep {
  action: ScenarioStep['action']
  list: ScenarioList
  name: string
  before?: unknown
  after?: unknown
  changes: Difference[]
  /** A flag that is deleted is not only archived. */
  forGood?: true
}

/** Main operations that perform the steps of each list. */
const OPERATIONS: Record<ScenarioList, Record<ScenarioStep['action'], OperationId>> = {
  environments: { create: 'createEnvironment', update: 'updateEnvironment', delete: 'removeEnvironment' },
  roles: { create: 'createRole', update: 'updateRole', delete: 'deleteRole' },
  users: { create: 'createUser', update: 'updateUser', delete: 'deleteUser' },
  serviceAccounts: {
    create: 'createServiceAccount',
    update: 'updateServiceAccount',
    delete: 'deleteServiceAccount',
  },
  groups: { create: 'createGroup', update: 'updateGroup', delete: 'deleteGroup' },
  projects: { create: 'createProject', update: 'updateProject', delete: 'deleteProject' },
  contextFields: { create: 'createContextField', update: 'updateContextField', delete: 'deleteContextField' },
  tagTypes: { create: 'createTagType', update: 'updateTagType', delete: 'deleteTagType' },
  strategyTypes: { create: 'createStrategy', update: 'updateStrategy', delete: 'removeStrategy' },
  segments: { create: 'createSegment', update: 'updateSegment', delete: 'removeSegment' },
  releaseTemplates: {
    create: 'createReleasePlanTemplate',
    update: 'updateReleasePlanTemplate',
    delete: 'deleteReleasePlanTemplate',
  },
  flags: { create: 'createFeature', update: 'updateFeature', delete: 'archiveFeature' },
  apiTokens: { create: 'createApiToken', update: 'updateApiToken', delete: 'deleteApiToken' },
  signalEndpoints: {
    create: 'createSignalEndpoint',
    update: 'updateSignalEndpoint',
    delete: 'deleteSignalEndpoint',
  },
  actionSets: { create: 'createActions', update: 'updateActions', delete: 'deleteActions' },
  integrations: { create: 'createAddon', update: 'updateAddon', delete: 'deleteAddon' },
  expect: { create: 'createExpectation', update: 'updateExpectation', delete: 'deleteExpectation' },
  policies: { create: 'createPolicy', update: 'updatePolicy', delete: 'deletePolicy' },
}

/** Lists in the order in which their items are created. */
export const LISTS = namesOf(SCENARIO_ITEMS)

/** Properties that are compared by nobody: they count when an item is created. */
const ONLY_AT_CREATION: Partial<Record<ScenarioList, readonly string[]>> = {
  users: ['password'],
  signalEndpoints: ['signals'],
}
/** Lists whose items are what the file says, and nothing else. */
const WHOLE: ReadonlySet<ScenarioList> = new Set(['expect', 'policies'])
/** Items that no file deletes by leaving them out. */
const KEPT: Partial<Record<ScenarioList, readonly string[]>> = { projects: ['default'] }

interface PlanOptions {
  prune: boolean
  /** Names that pruning keeps, such as the account of the caller. */
  kept?: Partial<Record<ScenarioList, readonly string[]>>
}

/**
 * Plans one list: what to create and to change, then what to delete. Both sides are complete, so that an item that is
 * as it should be has no step: null stands for it, so that the caller can pause in a long list.
 */
export function* planList<List extends ScenarioList>(
  list: List,
  now: NonNullable<ScenarioItems[List]>,
  wanted: NonNullable<ScenarioItems[List]>,
  { prune, kept = {} }: PlanOptions,
): Generator<PlannedStep | null> {
  const existing = keysOf(list, now)
  const named = keysOf(list, wanted)
  for (const [name, after] of named) {
    const before = existing.get(name)
    if (before === undefined) {
      yield { action: 'create', list, name, after, changes: differences({}, after) }
      continue
    }
    const [was, is] = [isArchived(before), isArchived(after)]
    const changes = [
      ...(was === is ? [] : [{ path: 'archived', before: was, after: is }]),
      ...(WHOLE.has(list) ? wholeDifferences : differences)(
        before,
        without(after, [...(ONLY_AT_CREATION[list] ?? []), 'archived']),
      ),
    ]
    yield changes.length === 0 ? null : { action: 'update', list, name, before, after, changes }
  }
  if (!prune) return
  const stays = new Set<string>([...(KEPT[list] ?? []), ...(kept[list] ?? [])])
  for (const [name, before] of existing)
    if (!named.has(name) && !stays.has(name) && !isArchived(before))
      yield { action: 'delete', list, name, before, changes: [] }
}

/** Plans the removal of what a list of a file names. Flags are deleted for good: archived ones would keep segments. */
export function* planRemoval<List extends ScenarioList>(
  list: List,
  now: NonNullable<ScenarioItems[List]>,
  named: NonNullable<ScenarioItems[List]>,
  { kept = {} }: Pick<PlanOptions, 'kept'>,
): Generator<PlannedStep | null> {
  const existing = keysOf(list, now)
  const stays = new Set<string>([...(KEPT[list] ?? []), ...(kept[list] ?? [])])
  for (const name of keysOf(list, named).keys()) {
    const before = existing.get(name)
    if (before === undefined || stays.has(name)) yield null
    else
      yield {
        action: 'delete',
        list,
        name,
        before,
        changes: [],
        ...(list === 'flags' ? { forGood: true } : {}),
      }
  }
}

/** Checks that an item is a flag or a project in the archive. */
export const isArchived = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'archived' in item && item.archived === true

function without(item: object, properties: readonly string[]): object {
  return Object.fromEntries(Object.entries(item).filter(([property]) => !properties.includes(property)))
}

/** Sorts steps: creations and changes in the order of lists, then deletions in reverse, children before parents. */
export function inOrder(steps: readonly PlannedStep[]): PlannedStep[] {
  const place = ({ list }: PlannedStep) => LISTS.indexOf(list)
  const isDeletion = ({ action }: PlannedStep) => action === 'delete'
  return [
    ...steps.filter((step) => !isDeletion(step)).sort((one, other) => place(one) - place(other)),
    ...steps
      .filter(isDeletion)
      .sort((one, other) => place(other) - place(one) || parents(other) - parents(one)),
  ]
}

const parents = ({ before }: PlannedStep): number =>
  typeof before === 'object' &&
  before !== null &&
  'dependencies' in before &&
  Array.isArray(before.dependencies)
    ? Math.min(before.dependencies.length, 1)
    : 0

const SECRET = /^(secret|password)$/

/** A step as it is answered: without secrets. */
export function toStep(step: PlannedStep): ScenarioStep {
  const { action, list, name, changes, forGood } = step
  return {
    action,
    operation: forGood ? 'deleteFeature' : OPERATIONS[list][action],
    path: `${list}/${name}`,
    changes: changes.map((change) => shownChange(step, change)),
  }
}

function shownChange(step: PlannedStep, change: Difference): Difference {
  const { list } = step
  const { path, after } = change
  if (list === 'integrations') return withoutSecrets(step, change, '(secret)')
  if (SECRET.test(path)) return { path, after: '(secret)' }
  // payloads may be long
  if (list === 'signalEndpoints' && path === 'signals' && Array.isArray(after))
    return { path, after: `${after.length} to be sent` }
  return change
}
