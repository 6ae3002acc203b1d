import type { ProjectOverview } from '#shared/projects/schemas/project.ts'
import type { Queries } from '#store/queries.ts'

type Onboarding = ProjectOverview['onboardingStatus']

/**
 * Reads the onboarding state of projects, or of one. Started: no flag yet. First flag created: no SDK has
 * reported a flag yet. Onboarded: an SDK has.
 */
export async function readOnboarding(
  queries: Queries,
  project?: string,
): Promise<(project: string) => Onboarding> {
  const oldest = await queries
    .selectFrom((from) =>
      from
        .selectFrom('features')
        .select((eb) => [
          'project',
          'name',
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('project').orderBy('created_at').orderBy('name'))
            .as('place'),
        ])
        .where('archived_at', 'is', null)
        .$if(project !== undefined, (q) => q.where('project', '=', project ?? ''))
        .as('flag'),
    )
    .select(['project', 'name'])
    .where('place', '=', 1)
    .execute()
  const asked = await queries
    .selectFrom('feature_environments')
    .innerJoin('features', 'features.name', 'feature_environments.feature_name')
    .select('features.project')
    .distinct()
    .where('feature_environments.last_seen_at', 'is not', null)
    .$if(project !== undefined, (q) => q.where('features.project', '=', project ?? ''))
    .execute()
  const first = new Map(oldest.map((row) => [row.project, row.name]))
  const isAsked = new Set(asked.map((row) => row.project))
  return (id) => {
    const feature = first.get(id)
    if (feature === undefined) return { status: 'onboarding-started' }
    return isAsked.has(id) ? { status: 'onboarded' } : { status: 'first-flag-created', feature }
  }
}
