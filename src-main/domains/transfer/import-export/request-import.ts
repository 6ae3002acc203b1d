import { changesByPlace } from '#shared/configuration/changes-by-place.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { scenarioFlagsOf } from '#shared/transfer/import-export/scenario-flags.ts'
import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import type { ScenarioFlagEnvironment } from '#shared/transfer/schemas/scenario.ts'
import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import type { ChangeAction, RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import { readStrategies, type PlacedStrategy } from '#domains/flags/features/feature-strategies.store.ts'
import type { StoredFeature } from '#domains/flags/features/feature.ts'
import { findPlanOf } from '#domains/flags/milestones/plans.store.ts'
import { readExport } from './export-flags.read-model.ts'
import { inOrderOfWeight, strategiesOf } from './import-environment.ts'
import { importDefinitions, missingParentsOf } from './import-flags.ts'
import type { ImportSituation } from './import-situation.ts'

/**
 * Imports what needs no approval (the flags themselves, their tags and links), and returns the rest as changes to
 * request: strategies, variants and states of the environment, and dependencies (docs/contract/transfer.md#import).
 */
export async function importForRequest(
  context: MutationContext,
  situation: ImportSituation,
): Promise<{ flags: StoredFeature[]; changes: RequestedChange[] }> {
  const flags = await importDefinitions(context, situation, () => Promise.resolve())
  const stage = await readStage(context, situation, flags)
  const changes: RequestedChange[] = []
  await inSteps(flags, async (flag) => changes.push(...(await changesIn(context, stage, flag.name))))
  await inSteps(flags, async (flag) => {
    for (const payload of await missingParentsOf(context, situation, flag))
      changes.push({ action: 'addDependency', feature: flag.name, payload })
  })
  return { flags, changes }
}

/** Requested before, and set by the import: the file says which strategies a flag has, as an import at once does. */
export function replacedByImport({ parts }: ImportSituation, flags: readonly StoredFeature[]) {
  const names = new Set(flags.map((flag) => flag.name))
  return ({ action, feature }: RequestedChange): boolean => {
    if (!feature || !names.has(feature)) return false
    const isSaid = parts.environments.has(feature)
    return OF_STRATEGIES.has(action) || (isSaid && OF_ENVIRONMENT.has(action))
  }
}

const OF_STRATEGIES: ReadonlySet<ChangeAction> = new Set([
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
])

const OF_ENVIRONMENT: ReadonlySet<ChangeAction> = new Set(['updateEnabled', 'patchVariant'])

type State = Required<ScenarioFlagEnvironment>

/** Flags as they are in the environment, and as the file wants them. */
interface Stage {
  situation: ImportSituation
  here: ReadonlyMap<string, State>
  wanted: ReadonlyMap<string, State>
  /** Without those of release plans. */
  strategies: ReadonlyMap<string, readonly PlacedStrategy[]>
}

async function readStage(
  { everything }: MutationContext,
  situation: ImportSituation,
  flags: readonly StoredFeature[],
): Promise<Stage> {
  const { environment, data } = situation.input
  const features = flags.map((flag) => flag.name)
  const strategies = (await readStrategies(everything, { features, environment })).filter(
    (one) => one.milestoneId === null,
  )
  const ids = new Set<unknown>(strategies.map((one) => one.id))
  const exported: ExportedFlags = await readExport(everything, { environment, features })
  const own = exported.featureStrategies.filter((one) => ids.has(one.id))
  return {
    situation,
    here: statesOf({ ...exported, featureStrategies: own }, environment),
    wanted: statesOf(data, environment),
    strategies: groupRows(
      [...strategies].sort((a, b) => a.sortOrder - b.sortOrder),
      (one) => one.featureName,
    ),
  }
}

const statesOf = (data: ExportedFlags, environment: string): ReadonlyMap<string, State> =>
  new Map(
    scenarioFlagsOf(data, environment).flatMap(({ name, environments }) =>
      Object.values(environments).map((state) => [name, state]),
    ),
  )

async function changesIn(
  { everything }: MutationContext,
  stage: Stage,
  flag: string,
): Promise<RequestedChange[]> {
  const { input, parts } = stage.situation
  const [here, wanted] = [stage.here.get(flag), stage.wanted.get(flag)]
  if (!here || !wanted) return []
  const plan = await findPlanOf(everything, flag, input.environment)
  // deleting the last strategy disables a flag: add new ones before deleting former ones
  const strategies: RequestedChange[] = [
    ...changesOfStrategies(stage, flag, { here, wanted }),
    ...(plan ? [{ action: 'deleteReleasePlan', feature: flag, payload: { planId: plan.id } } as const] : []),
  ]
  const said = parts.environments.get(flag)?.[0]
  if (!said) return strategies
  return [
    ...strategies,
    ...(isEqual(here.variants, wanted.variants)
      ? []
      : [
          {
            action: 'patchVariant',
            feature: flag,
            payload: { variants: inOrderOfWeight(said.variants ?? []) },
          } as const,
        ]),
    ...changeOfState(flag, { here, wanted }, strategies.length > 0),
  ]
}

function changesOfStrategies(
  { situation, strategies }: Stage,
  feature: string,
  { here, wanted: goal }: Record<'here' | 'wanted', State>,
): RequestedChange[] {
  const isSame = (_had: object, _wanted: object, place: number) =>
    isEqual(here.strategies[place], goal.strategies[place])
  return changesByPlace(strategies.get(feature) ?? [], strategiesOf(situation, feature), isSame).map(
    ({ had, wanted }): RequestedChange => {
      if (!had) return { action: 'addStrategy', feature, payload: withoutPlace(wanted) }
      if (!wanted) return { action: 'deleteStrategy', feature, payload: { id: had.id } }
      const strategy = withoutPlace(wanted)
      const whole = { ...strategy, title: strategy.title ?? null, disabled: strategy.disabled ?? false }
      return { action: 'updateStrategy', feature, payload: { id: had.id, ...whole } }
    },
  )
}

/** The order of the list counts: sort orders of the file mean nothing among the existing ones. */
const withoutPlace = ({ sortOrder: _sortOrder, ...strategy }: CreateStrategy) => strategy

/**
 * Turning a flag on sees to it that a strategy decides who gets it. Where the file has disabled strategies alone, nobody
 * gets the flag: it is turned off rather than given the default strategy of the project.
 */
function changeOfState(
  feature: string,
  { here, wanted }: Record<'here' | 'wanted', State>,
  isChanged: boolean,
): RequestedChange[] {
  const isActive = wanted.strategies.some((one) => !one.disabled)
  const enabled = wanted.enabled && (isActive || wanted.strategies.length === 0)
  const turnsOff = isChanged && wanted.enabled && wanted.strategies.length === 0
  return enabled === here.enabled && !turnsOff
    ? []
    : [{ action: 'updateEnabled', feature, payload: { enabled } }]
}
