import type { ChangeOf } from '#shared/changes/schemas/requested-change.ts'
import type { Queries } from '#store/queries.ts'
import { requirePlan } from '#domains/flags/release-plans/require-plan.ts'
import {
  changeSafeguard,
  deleteSafeguard,
  findSafeguard,
  keyOf,
} from '#domains/flags/safeguards/change-safeguards.ts'
import type { ChangeKind, ChangePlace } from './change-kind.ts'
import { findPlan } from './release-plan-kinds.ts'

export const CHANGE_PLAN_SAFEGUARD: ChangeKind<ChangeOf<'changeReleasePlanSafeguard'>> = {
  noun: 'release plan',
  target: ({ payload }) => `safeguard of ${payload.planId}: ${keyOf(payload.safeguard.impactMetric)}`,
  find: (queries, place, { payload }) => findPlan(queries, place, payload.planId),
  apply: async (context, place, { payload }) => {
    const { id } = await requirePlan(context.visible, place, payload.planId)
    await changeSafeguard(context, place, id, payload.safeguard)
  },
}

export const DELETE_PLAN_SAFEGUARD: ChangeKind<ChangeOf<'deleteReleasePlanSafeguard'>> = {
  noun: 'safeguard',
  target: ({ payload }) => `safeguard ${payload.safeguardId}`,
  find: (queries, place, { payload }) => findThere(queries, place, payload.planId, payload.safeguardId),
  apply: async (context, place, { payload }) => {
    const { id } = await requirePlan(context.visible, place, payload.planId)
    await deleteSafeguard(context, place, id, payload.safeguardId)
  },
}

export const CHANGE_FLAG_SAFEGUARD: ChangeKind<ChangeOf<'changeFeatureEnvSafeguard'>> = {
  noun: 'flag',
  target: ({ feature, payload }) => `safeguard of ${feature}: ${keyOf(payload.safeguard.impactMetric)}`,
  apply: async (context, place, { payload }) => {
    await changeSafeguard(context, place, null, payload.safeguard)
  },
}

export const DELETE_FLAG_SAFEGUARD: ChangeKind<ChangeOf<'deleteFeatureEnvSafeguard'>> = {
  noun: 'safeguard',
  target: ({ payload }) => `safeguard ${payload.safeguardId}`,
  find: (queries, place, { payload }) => findThere(queries, place, null, payload.safeguardId),
  apply: (context, place, { payload }) => deleteSafeguard(context, place, null, payload.safeguardId),
}

/**
 * Finds the metric and the trigger condition of a safeguard. Whether it has already acted is left out, so
 * that is no conflict.
 */
async function findThere(
  queries: Queries,
  place: ChangePlace,
  planId: string | null,
  id: string,
): Promise<unknown> {
  const safeguard = await findSafeguard(queries, place, planId, id)
  return safeguard && { impactMetric: safeguard.impactMetric, triggerCondition: safeguard.triggerCondition }
}
