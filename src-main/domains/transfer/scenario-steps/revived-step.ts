import { ownValue } from '#shared/own-value.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import type { Step } from './step-performer.ts'

type Environments = NonNullable<ScenarioFlag['environments']>

/**
 * Returns the step of an archived flag as it is once the flag is revived: that disables it everywhere. A flag that is
 * archived again is enabled where it was, unless the step says otherwise.
 */
export function revivedStep(step: Step<'flags'>): Step<'flags'> {
  const { before, after } = step
  if (!before?.archived || !after) return step
  const environments = Object.entries(before.environments ?? {})
  const disabled = environments.map(([name, at]) => [name, { ...at, enabled: false }])
  return {
    ...step,
    before: { ...before, environments: Object.fromEntries(disabled) as Environments },
    after: after.archived ? { ...after, environments: keptEnabled(before, after) } : after,
  }
}

function keptEnabled(before: ScenarioFlag, after: ScenarioFlag): Environments {
  const wanted = { ...after.environments }
  for (const [name, { enabled, strategies }] of Object.entries(before.environments ?? {})) {
    const at = ownValue(wanted, name) ?? {}
    if (!enabled || at.enabled !== undefined || at.strategies?.length === 0) continue
    wanted[name] = { ...at, enabled, strategies: at.strategies ?? strategies }
  }
  return wanted
}
