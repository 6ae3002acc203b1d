import type { OperationPerformer, Data, ItemKind } from '#domains/audit/configuration/items/item-kind.ts'
import { group, role } from '#domains/audit/configuration/items/access.ts'
import { contextField } from '#domains/audit/configuration/items/context-field.ts'
import { environment } from '#domains/audit/configuration/items/environment.ts'
import { expectation } from '#domains/audit/configuration/items/expectation.ts'
import { strategyType, strategyTypeDeprecation } from '#domains/audit/configuration/items/flag-kinds.ts'
import { policy } from '#domains/audit/configuration/items/policy.ts'
import { segment } from '#domains/audit/configuration/items/segment.ts'
import { tagType } from '#domains/audit/configuration/items/tags.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import {
  changes,
  type Apply,
  type FlagPerformer,
  type Item,
  type Performer,
  type Step,
} from './step-performer.ts'
import { isRecord } from '#shared/own-value.ts'

/** Item before and after a step. What a file does not name stays as it is. */
const sidesOf = ({ before, after }: Pick<PlannedStep, 'before' | 'after'>) => ({
  before: isRecord(before) ? before : undefined,
  after: isRecord(after) ? { ...(isRecord(before) ? before : {}), ...after } : undefined,
})

/** Performs steps of items that operations know by their names. */
const named =
  <List extends ScenarioList>({ kind, perform }: ItemKind) =>
  (acts: OperationPerformer, step: Step<List>): Promise<unknown> => {
    const { before, after } = sidesOf(step)
    return perform(acts, { path: [kind, step.name], before: withoutName(before), after: withoutName(after) })
  }

const withoutName = (item: Data | undefined): Data | undefined => {
  const { name: _name, ...content } = item ?? {}
  return item && content
}

/** Ids of the items of a list, by the names that a file has for them. */
interface Ids {
  idOf: (name: string) => number | undefined
  set: (name: string, id: number) => void
}

/** Performs a step of an item that operations know by its id, and notes the id of a new one. */
async function numbered(
  acts: OperationPerformer,
  { kind, perform }: ItemKind,
  { name, ids, ...sides }: { name: string; ids: Ids } & ReturnType<typeof sidesOf>,
): Promise<void> {
  const path = sides.before === undefined ? [kind] : [kind, String(ids.idOf(name))]
  const id = await perform(acts, { path, ...sides })
  if (id !== undefined) ids.set(name, id)
}

export const performEnvironment: Performer<'environments'> = named(environment)
export const performContextField: FlagPerformer<'contextFields'> = named(contextField)
export const performTagType: FlagPerformer<'tagTypes'> = named(tagType)

export const performSegment: FlagPerformer<'segments'> = (acts, step) =>
  numbered(acts, segment, { name: step.name, ids: acts.ids.segments, ...sidesOf(step) })

export const performRole: Performer<'roles'> = (apply, step) =>
  numbered(apply, role, { name: step.name, ids: apply.ids.roles, ...sidesOf(step) })

export const performGroup: Performer<'groups'> = (apply, { name, before, after }) => {
  const sides = sidesOf({ before: before && toStored(apply, before), after: after && toStored(apply, after) })
  return numbered(apply, group, { name, ids: apply.ids.groups, ...sides })
}

/** Puts ids in place of names. */
const toStored = ({ ids }: Apply, { rootRole, users, ...item }: Item<'groups'>) => ({
  ...item,
  ...(rootRole === undefined ? {} : { rootRole: rootRole === null ? null : ids.roles.idOf(rootRole) }),
  ...(users === undefined ? {} : { users: users.map((user) => ids.accountOf(user)) }),
})

export const performStrategyType: FlagPerformer<'strategyTypes'> = async (acts, step) => {
  const { action, name } = step
  const { deprecated: was = false, ...before } = sidesOf(step).before ?? {}
  const { deprecated = was, ...after } = sidesOf(step).after ?? {}
  const type = { ...step, ...(step.before && { before }), ...(step.after && { after }) }
  if (action !== 'update' || changes(step, 'title', 'description', 'parameters'))
    await named(strategyType)(acts, type as typeof step)
  // a new type is not deprecated, whatever its body says
  if (action !== 'delete' && deprecated !== was)
    await strategyTypeDeprecation.perform(acts, {
      path: [strategyTypeDeprecation.kind, name],
      before: was,
      after: deprecated,
    })
}

/** Performs a step of an item that is what the file says, and nothing else. */
const whole =
  <List extends ScenarioList>({ kind, perform }: ItemKind): Performer<List> =>
  (apply, { name, before, after }: Step<List>) =>
    perform(apply, { path: [kind, name], before: withoutName(before), after: withoutName(after) })

export const performExpectation: Performer<'expect'> = whole(expectation)
export const performPolicy: Performer<'policies'> = whole(policy)
