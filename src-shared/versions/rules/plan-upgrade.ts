import { compare, gt, gte, lt, major } from 'semver'

import { changesBetween } from './changes.ts'
import type { Installation, UpgradePlan, UpgradeStage, UpgradeStep } from './upgrade-plan.ts'
import { STEP_RULES } from './upgrade-steps.ts'

/** The last version below the change of 5.7 that several instances cannot mix (document, "v5 to v6", 6). */
const BRIDGE = '5.6.11'

/**
 * Plans the upgrade of an installation to another version. Lists the versions to stop at, and the steps
 * before each stop with their reasons and checks (document, "General upgrade rules" to "v3 to v5 and v3 to
 * v4").
 */
export function planUpgrade(installation: Installation): UpgradePlan {
  const { from, to } = installation
  if (compare(from, to) === 0) return { stages: [], refusal: `It runs ${to} already.` }
  if (gt(from, to)) return { stages: [], refusal: wayBack(from, to) }
  let reached = from
  const stages = stopsOf(installation).map((version): UpgradeStage => {
    const steps = stepsBetween(installation, reached, version)
    reached = version
    return { version, steps }
  })
  return { stages }
}

/** Lists the versions to install in order: the bridge if it is needed, then the target. No other stop is asked for. */
function stopsOf({ from, to, instances }: Installation): string[] {
  const needsBridge = instances === 'several' && lt(from, BRIDGE) && gte(to, '5.7.0')
  return needsBridge ? [BRIDGE, to] : [to]
}

function stepsBetween(installation: Installation, from: string, to: string): UpgradeStep[] {
  const isMajor = major(from) < major(to)
  const crossed = new Set(changesBetween(from, to).map(({ id }) => id))
  return STEP_RULES.flatMap(({ when, step }) =>
    when({ installation, from, to, isMajor, crosses: (id) => crossed.has(id) })
      ? [step({ installation, from, to })]
      : [],
  )
}

function wayBack(from: string, to: string): string {
  const needsHands = gte(from, '5.7.0') && lt(to, '5.7.0')
  return needsHands
    ? `${to} is older than ${from}. Going back below 5.7 takes manual changes of the database: put back the backup that was taken before the upgrade instead.`
    : `${to} is older than ${from}. The way back is the backup that was taken before the upgrade.`
}
