import type { ChangeOf } from '#shared/changes/schemas/requested-change.ts'
import type { Queries } from '#store/queries.ts'
import { findPlanOf } from '#domains/flags/milestones/plans.store.ts'
import { milestoneAfter, type StoredPlan } from '#domains/flags/milestones/release-plan.ts'
import type { StoredMilestone } from '#domains/flags/milestones/milestone.ts'
import {
  addReleasePlan,
  removeReleasePlan,
  requireApplicable,
} from '#domains/flags/release-plans/add-plan.ts'
import {
  changeProgression,
  deleteProgression,
  requireNext,
  resumeProgressions,
} from '#domains/flags/release-plans/progressions.ts'
import {
  milestoneOf,
  requirePlan,
  requirePlannedMilestone,
} from '#domains/flags/release-plans/require-plan.ts'
import {
  requirePlannedStrategy,
  toUpdated,
  updateMilestoneStrategy,
} from '#domains/flags/release-plans/milestone-strategies.ts'
import { startMilestone } from '#domains/flags/release-plans/start-milestone.ts'
import { findUsableTemplate } from '#domains/flags/release-templates/templates.store.ts'
import { toTemplate } from '#domains/flags/release-templates/template.ts'
import type { ChangeKind, ChangePlace } from './change-kind.ts'

export const ADD_RELEASE_PLAN: ChangeKind<ChangeOf<'addReleasePlan'>> = {
  noun: 'release template',
  target: ({ feature }) => `new plan of ${feature}`,
  // the plan will be a copy of the template when applied, so the template must still be as approved
  find: async (queries, { projectId }, { payload }) => {
    const template = await findUsableTemplate(queries, payload.templateId, projectId)
    return template && template.archivedAt === null ? toTemplate(template) : undefined
  },
  examine: async (context, place, { payload }) => {
    await requireApplicable(context, place, payload.templateId)
  },
  apply: async (context, place, { payload }) => {
    await addReleasePlan(context, place, payload.templateId)
  },
}

export const DELETE_RELEASE_PLAN: ChangeKind<ChangeOf<'deleteReleasePlan'>> = {
  noun: 'release plan',
  target: ({ payload }) => `plan ${payload.planId}`,
  find: (queries, place, { payload }) => findPlan(queries, place, payload.planId),
  apply: async (context, place, { payload }) =>
    removeReleasePlan(context, place.projectId, await requirePlan(context.visible, place, payload.planId)),
}

export const START_MILESTONE: ChangeKind<ChangeOf<'startMilestone'>> = {
  noun: 'milestone',
  target: ({ payload }) => `active milestone of ${payload.planId}`,
  find: async (queries, place, { payload }) => {
    const found = await findMilestone(queries, place, payload.milestoneId)
    if (found?.plan.id !== payload.planId) return undefined
    return { name: found.milestone.name, plan: found.plan.name, strategies: found.milestone.strategies }
  },
  apply: async (context, place, { payload }) => {
    const plan = await requirePlan(context.visible, place, payload.planId)
    const { milestone } = milestoneOf(plan, payload.milestoneId)
    await startMilestone(context, place.projectId, plan, milestone)
  },
}

export const UPDATE_MILESTONE_STRATEGY: ChangeKind<ChangeOf<'updateMilestoneStrategy'>> = {
  noun: 'strategy',
  target: ({ payload }) => `milestone strategy ${payload.id}`,
  find: async (queries, { featureName, environment }, { payload }) => {
    const plan = await findPlanOf(queries, featureName, environment)
    for (const { name: milestone, strategies } of plan?.milestones ?? []) {
      const strategy = strategies.find((one) => one.id === payload.id)
      if (strategy) return { ...strategy, milestone }
    }
    return undefined
  },
  examine: async (context, place, { payload: { id, ...body } }) => {
    const { milestone, strategy } = await requirePlannedStrategy(context.visible, place, id)
    await toUpdated(context, place, milestone, strategy, body)
  },
  apply: async (context, place, { payload: { id, ...body } }) => {
    await updateMilestoneStrategy(context, place, id, body)
  },
}

export const CHANGE_PROGRESSION: ChangeKind<ChangeOf<'changeMilestoneProgression'>> = {
  noun: 'milestone',
  target: ({ payload }) => `progression ${payload.sourceMilestone}`,
  find: (queries, place, { payload }) => findProgression(queries, place, payload.sourceMilestone),
  examine: async ({ visible }, place, { payload }) => {
    requireNext(
      await requirePlannedMilestone(visible, place, payload.sourceMilestone),
      payload.targetMilestone,
    )
  },
  apply: async (context, place, { payload: { sourceMilestone, targetMilestone, transitionCondition } }) => {
    const found = await requirePlannedMilestone(context.visible, place, sourceMilestone)
    await changeProgression(context, place.projectId, found, targetMilestone, transitionCondition)
  },
}

export const DELETE_PROGRESSION: ChangeKind<ChangeOf<'deleteMilestoneProgression'>> = {
  noun: 'milestone',
  target: ({ payload }) => `progression ${payload.sourceMilestone}`,
  find: (queries, place, { payload }) => findProgression(queries, place, payload.sourceMilestone),
  apply: async (context, place, { payload }) => {
    const found = await requirePlannedMilestone(context.visible, place, payload.sourceMilestone)
    await deleteProgression(context, place.projectId, found)
  },
}

export const RESUME_PROGRESSION: ChangeKind<ChangeOf<'resumeMilestoneProgression'>> = {
  noun: 'release plan',
  target: ({ payload }) => `pause of ${payload.planId}`,
  find: (queries, place, { payload }) => findPlan(queries, place, payload.planId),
  apply: async (context, place, { payload }) =>
    resumeProgressions(context, place.projectId, await requirePlan(context.visible, place, payload.planId)),
}

/** Finds a release plan by its id. Only its existence matters: progress of the plan is no conflict. */
export async function findPlan(
  queries: Queries,
  { featureName, environment }: ChangePlace,
  id: string,
): Promise<{ name: string } | undefined> {
  const plan = await findPlanOf(queries, featureName, environment)
  return plan?.id === id ? { name: plan.name } : undefined
}

async function findMilestone(
  queries: Queries,
  { featureName, environment }: ChangePlace,
  id: string,
): Promise<{ plan: StoredPlan; milestone: StoredMilestone } | undefined> {
  const plan = await findPlanOf(queries, featureName, environment)
  const milestone = plan?.milestones.find((one) => one.id === id)
  return plan && milestone && { plan, milestone }
}

async function findProgression(queries: Queries, place: ChangePlace, source: string): Promise<unknown> {
  const found = await findMilestone(queries, place, source)
  if (!found) return undefined
  const { name, intervalMinutes } = found.milestone
  return { name, intervalMinutes, next: milestoneAfter(found.plan, source)?.name ?? null }
}
