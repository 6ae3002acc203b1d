import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { replaceMilestones, withMilestones } from './milestones.store.ts'
import type { StoredPlan } from './release-plan.ts'

type PlanFilter = { id: string } | { features: readonly string[]; environment?: string }

/** Plans of flags, in every environment or one. */
export async function readPlans(queries: Queries, which: PlanFilter): Promise<StoredPlan[]> {
  if ('features' in which && which.features.length === 0) return []
  const rows = await queries
    .selectFrom('release_plan_definitions')
    .selectAll()
    .where('feature_name', 'is not', null)
    .$if('id' in which, (q) => q.where('id', '=', 'id' in which ? which.id : ''))
    .$if('features' in which, (q) =>
      q.where((eb) => inList(eb.ref('feature_name'), 'features' in which ? which.features : [])),
    )
    .$if('environment' in which, (q) =>
      q.where('environment', '=', ('environment' in which ? which.environment : undefined) ?? ''),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return (await withMilestones(queries, rows)).map(({ row, definition }) => ({
    ...definition,
    // a template has no environment; a plan has one, and was made from a template
    featureName: row.feature_name ?? '',
    environment: row.environment ?? '',
    templateId: row.template_id ?? '',
    activeMilestoneId: row.active_milestone_id,
  }))
}

/** The plan of a flag in an environment: there is one at most. */
export async function findPlanOf(
  queries: Queries,
  featureName: string,
  environment: string,
): Promise<StoredPlan | undefined> {
  return (await readPlans(queries, { features: [featureName], environment }))[0]
}

export async function insertPlan(queries: Queries, plan: StoredPlan): Promise<void> {
  await queries
    .insertInto('release_plan_definitions')
    .values({
      id: plan.id,
      name: plan.name,
      description: plan.description,
      created_by_user_id: plan.createdByUserId,
      created_at: plan.createdAt,
      archived_at: null,
      project: null,
      feature_name: plan.featureName,
      environment: plan.environment,
      template_id: plan.templateId,
      active_milestone_id: plan.activeMilestoneId,
    })
    .execute()
  await replaceMilestones(queries, plan.id, plan.milestones)
}

export async function setActiveMilestone(queries: Queries, plan: string, milestone: string): Promise<void> {
  await queries
    .updateTable('release_plan_definitions')
    .set({ active_milestone_id: milestone })
    .where('id', '=', plan)
    .execute()
}

/** Deletes a template or a plan with its milestones and safeguards. */
export async function deleteDefinition(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('release_plan_definitions').where('id', '=', id).execute()
}

/** The plans whose active milestone is to be followed by another one by itself, some day. */
export async function readProgressingPlans(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('release_plan_definitions as plan')
    .innerJoin('milestones', 'milestones.id', 'plan.active_milestone_id')
    .select('plan.id')
    .where('milestones.interval_minutes', 'is not', null)
    .where('milestones.progression_executed_at', 'is', null)
    .where('milestones.held_since', 'is', null)
    .orderBy('milestones.started_at')
    .orderBy('plan.id')
    .execute()
  return rows.map((row) => row.id)
}
