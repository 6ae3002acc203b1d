import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { keyOf } from '#shared/transfer/scenario/item-keys.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredMilestone } from '#domains/flags/milestones/milestone.ts'
import { FEATURE_NAME } from '#domains/flags/release-templates/template.ts'
import { readTemplates } from '#domains/flags/release-templates/templates.store.ts'
import { completeParameters } from '#domains/flags/strategies/strategy.ts'
import { briefStrategy } from './brief-strategy.ts'
import { completeStrategy } from './complete-strategy.ts'
import type { ItemIds } from './item-ids.ts'

type Template = NonNullable<ScenarioItems['releaseTemplates']>[number]
export type Milestones = NonNullable<Template['milestones']>

/** Strategies of templates have a placeholder for the flag. */
const PLACE = { flag: FEATURE_NAME, stickiness: 'default' }

/** Reads the release templates that can be used, by name, and notes their ids. */
export async function readReleaseTemplates(
  queries: Queries,
  projects: readonly string[],
  ids: ItemIds,
): Promise<Template[]> {
  const owners = new Set([null, ...projects])
  const templates = await readTemplates(queries, { of: 'all' })
  return templates
    .filter(({ archivedAt, project }) => archivedAt === null && owners.has(project))
    .map(({ id, project, name, description, milestones }) => {
      const item = {
        name,
        project,
        description,
        milestones: milestones.map((one) => toMilestone(one, ids)),
      }
      ids.releaseTemplates.set(keyOf('releaseTemplates', item), id)
      return item
    })
}

const toMilestone = ({ name, strategies }: StoredMilestone, ids: ItemIds): Milestones[number] => ({
  name,
  strategies: strategies.map(
    ({ id: _id, milestoneId: _milestone, sortOrder: _place, segments, ...strategy }) => ({
      ...strategy,
      segments: segments.flatMap((segment) => ids.segments.nameOf(segment) ?? []),
    }),
  ),
})

/** Adds to a template what the service fills in. */
export const completeTemplate = ({ project, milestones, ...template }: Template): Template => ({
  ...template,
  project: project ?? null,
  ...(milestones
    ? {
        milestones: milestones.map(({ name, strategies = [] }) => ({
          name,
          strategies: strategies.map((one) =>
            completeStrategy(one, completeParameters(one.name, one.parameters ?? {}, PLACE)),
          ),
        })),
      }
    : {}),
})

/** Leaves out of milestones what the service fills in. */
export const briefMilestones = (milestones: Milestones): Milestones =>
  milestones.map(({ name, strategies = [] }) => ({
    name,
    strategies: strategies.map((one) => briefStrategy(one, FEATURE_NAME)),
  }))
