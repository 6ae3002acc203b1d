import { blindnessInWords } from '#shared/flags/releases/safeguard-words.ts'
import { mutation, query, served } from '#kernel/use-case.ts'
import * as releasePlansContract from '#shared/flags/contract/release-plans.ts'
import * as safeguardsContract from '#shared/flags/contract/safeguards.ts'
import type { Blindness, ReleaseStatus } from '#shared/flags/schemas/release-plan.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { requireFeature } from '../features/features.store.ts'
import { findPlanOf } from '../milestones/plans.store.ts'
import { activeMilestoneOf, milestoneAfter, type StoredPlan } from '../milestones/release-plan.ts'
import { readSafeguards, toEnvironmentSafeguard, toPlanSafeguard } from '../milestones/safeguards.store.ts'
import { dueAt } from '../release-plans/progressions.ts'
import { requireEnabledState, requirePlan } from '../release-plans/require-plan.ts'
import { blindnessOf, changeSafeguard, deleteSafeguard } from '../safeguards/change-safeguards.ts'
import { SafeguardMetrics } from '../safeguards/safeguard-metrics.ts'

export const getReleaseStatus = query(
  releasePlansContract.getReleaseStatus,
  async ({ visible, now }, { params: { projectId, featureName, environment } }) => {
    const flag = await requireFeature(visible, projectId, featureName)
    const plan = await findPlanOf(visible, featureName, environment)
    const isEnabled = (await findEnabled(visible, featureName, environment)) ?? false
    const gauge = new SafeguardMetrics(visible, now)
    const place = { project: flag.project, environment }
    const safeguards = await readSafeguards(visible, { features: [featureName], environment })
    return {
      plan: plan ? statusOf(plan, { isEnabled, isArchived: flag.archivedAt !== null }) : null,
      safeguards: await Promise.all(
        safeguards.map(async ({ id, impactMetric, triggeredAt }) => {
          const value = await gauge.measure(impactMetric, place)
          const blind = value === null ? await gauge.blindness(impactMetric, place) : null
          return { id, value, blind, triggeredAt }
        }),
      ),
    }
  },
)

function statusOf(
  plan: StoredPlan,
  { isEnabled, isArchived }: { isEnabled: boolean; isArchived: boolean },
): ReleaseStatus['plan'] {
  const active = activeMilestoneOf(plan)
  const isTimed = active !== undefined && active.intervalMinutes !== null
  return {
    id: plan.id,
    onHold: isArchived
      ? 'archived'
      : !isEnabled
        ? 'environment-disabled'
        : active && active.pausedAt !== null
          ? 'paused'
          : null,
    nextMilestoneId: (isTimed && milestoneAfter(plan, active.id)?.id) || null,
    dueAt: dueAt(plan)?.toISOString() ?? null,
  }
}

/** Says of a new safeguard that it sees nothing, and why. */
const NOTES_BLINDNESS = {
  headers: ({ blind }: { blind: Blindness | null }): Record<string, string> =>
    blind === null ? {} : { 'halyard-note': blindnessInWords(blind) },
}

export const changeReleasePlanSafeguard = served(
  mutation(
    safeguardsContract.changeReleasePlanSafeguard,
    async (context, { params: { planId, ...place }, body }) => {
      const { id } = await requirePlan(context.visible, place, planId)
      const safeguard = toPlanSafeguard(await changeSafeguard(context, place, id, body))
      return { ...safeguard, blind: await blindnessOf(context, place, body) }
    },
  ),
  NOTES_BLINDNESS,
)

export const deleteReleasePlanSafeguard = mutation(
  safeguardsContract.deleteReleasePlanSafeguard,
  async (context, { params: { planId, safeguardId, ...place } }) => {
    const { id } = await requirePlan(context.visible, place, planId)
    await deleteSafeguard(context, place, id, safeguardId)
  },
)

export const changeFeatureEnvSafeguard = served(
  mutation(safeguardsContract.changeFeatureEnvSafeguard, async (context, { params, body }) => {
    await requireEnabledState(context.visible, params)
    const safeguard = toEnvironmentSafeguard(
      await changeSafeguard(context, params, null, body),
      params.projectId,
    )
    return { ...safeguard, blind: await blindnessOf(context, params, body) }
  }),
  NOTES_BLINDNESS,
)

export const deleteFeatureEnvSafeguard = mutation(
  safeguardsContract.deleteFeatureEnvSafeguard,
  async (context, { params: { safeguardId, ...place } }) => {
    await requireEnabledState(context.visible, place)
    await deleteSafeguard(context, place, null, safeguardId)
  },
)
