import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import {
  addFeatureStrategy,
  deleteFeatureStrategy,
  updateFeatureStrategy,
} from '#shared/flags/contract/strategies.ts'
import { overwriteEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'
import { ownValue, isRecord } from '#shared/own-value.ts'
import { changesByPlace } from '#shared/configuration/changes-by-place.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { ScenarioFlagEnvironment, ScenarioStrategy } from '#shared/transfer/schemas/scenario.ts'
import type { FlagActs, FlagPlace, Step } from './step-performer.ts'

type FlagInEnvironment = FlagPlace & { environment: string }

/** Makes a flag what it should be in each environment that its scenario names. */
export async function performEnvironments(
  apply: FlagActs,
  place: FlagPlace,
  { before, after }: Step<'flags'>,
): Promise<void> {
  const existing = before?.project === place.projectId ? (before.environments ?? {}) : {}
  for (const [environment, wanted] of Object.entries(after?.environments ?? {})) {
    const is = ownValue(existing, environment) ?? {}
    await performEnvironment(apply, { ...place, environment }, is, wanted)
  }
}

async function performEnvironment(
  apply: FlagActs,
  params: FlagInEnvironment,
  is: ScenarioFlagEnvironment,
  { enabled, strategies, variants }: ScenarioFlagEnvironment,
): Promise<void> {
  const { enabled: isEnabled = false, strategies: had = [], variants: hadVariants = [] } = is
  if (isEnabled && enabled === false) await apply.perform(toggleFeatureEnvironmentOff, { params })
  const hasNewStrategies = strategies !== undefined && !isEqual(had, strategies)
  if (hasNewStrategies) await setStrategies(apply, params, had.length > 0, strategies)
  if (variants !== undefined && !isEqual(hadVariants, variants))
    await apply.perform(overwriteEnvironmentFeatureVariants, { params, body: variants })
  // taking off the last strategy has disabled the flag
  const shouldTurnOn = enabled ?? (isEnabled && strategies?.length !== 0)
  if (shouldTurnOn && (!isEnabled || hasNewStrategies))
    // with `strategies`, the list in the file is the whole list: no default one is added
    await apply.perform(toggleFeatureEnvironmentOn, { params }, strategies === undefined ? undefined : {})
}

/** Changes, adds and deletes strategies until they are those of the file. */
async function setStrategies(
  apply: FlagActs,
  params: FlagInEnvironment,
  hadAny: boolean,
  goals: readonly ScenarioStrategy[],
): Promise<void> {
  const existing = hadAny ? await apply.strategiesOf(params) : []
  const bodies = goals.map((goal) => ({
    ...goal,
    segments: (goal.segments ?? []).flatMap((one) => apply.ids.segments.idOf(one) ?? []),
  }))
  for (const { had, wanted: body } of changesByPlace(existing, bodies, isSame)) {
    const at = { ...params, strategyId: had?.id }
    if (!had) await apply.perform(addFeatureStrategy, { params, body })
    else if (body) await apply.perform(updateFeatureStrategy, { params: at, body })
    else await apply.perform(deleteFeatureStrategy, { params: at })
  }
}

/** Checks that a stored strategy has all that is asked for. */
const isSame = (former: object, goal: object): boolean =>
  isRecord(former) &&
  Object.entries(goal).every(([name, value]) => isEqual(ownValue(former, name) ?? null, value ?? null))
