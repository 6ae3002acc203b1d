import type { ScenarioItems, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { readStrategies } from '#domains/flags/features/feature-strategies.store.ts'
import { readLinks, type Link } from '#domains/flags/flag-links/flag-links.store.ts'
import { performerOf, type OperationPerformer } from '#domains/audit/configuration/items/item-kind.ts'
import type { ItemIds } from '../scenario/item-ids.ts'

/** Everything that steps of flags and of what flags name work with: in this instance, or at another service. */
export interface FlagActs extends OperationPerformer {
  readonly ids: Pick<ItemIds, 'segments'>
  linksOf(place: FlagPlace): Promise<readonly Link[]>
  /** Strategies of a flag in an environment, in their order, without those of release plans. */
  strategiesOf(place: FlagPlace & { environment: string }): Promise<readonly { id: string }[]>
}

/** Everything that steps of an apply work with. */
export class Apply implements FlagActs {
  readonly context: MutationContext
  readonly tokens: TokenDirectory
  readonly ids: ItemIds
  readonly perform: OperationPerformer['perform']

  constructor(context: MutationContext, tokens: TokenDirectory, ids: ItemIds) {
    this.context = context
    this.tokens = tokens
    this.ids = ids
    this.perform = performerOf(context).perform
  }

  linksOf({ featureName }: FlagPlace): Promise<readonly Link[]> {
    return readLinks(this.context.everything, [featureName])
  }

  async strategiesOf({ featureName, environment }: FlagPlace & { environment: string }) {
    const all = await readStrategies(this.context.everything, { features: [featureName], environment })
    return all.filter(({ milestoneId }) => milestoneId === null)
  }
}

/** Place of a flag in the paths of operations. */
export interface FlagPlace {
  projectId: string
  featureName: string
}

export type Item<List extends ScenarioList> = NonNullable<ScenarioItems[List]>[number]

/** A step with the types of its list. */
export type Step<List extends ScenarioList> = PlannedStep & { list: List } & (
    | { action: 'create' | 'update'; before?: Item<List>; after: Item<List> }
    | { action: 'delete'; before: Item<List>; after?: undefined }
  )

/** Makes the check that a step is one of a list. */
export const isOf =
  <List extends ScenarioList>(list: List) =>
  (step: PlannedStep): step is Step<List> =>
    step.list === list

/** Performs a step of one list by the operations of the contract. */
export type Performer<List extends ScenarioList> = (apply: Apply, step: Step<List>) => Promise<unknown>

/** Performs a step of flags, or of what they name. */
export type FlagPerformer<List extends ScenarioList> = (acts: FlagActs, step: Step<List>) => Promise<unknown>

/** Checks that a step changes one of some properties. */
export const changes = ({ changes: all }: PlannedStep, ...names: string[]): boolean =>
  all.some(({ path }) => names.some((name) => path === name || path.startsWith(`${name}.`)))
