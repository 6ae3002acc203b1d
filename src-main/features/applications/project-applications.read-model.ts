import type { Queries } from '../../store/queries.ts'
import { readInstances, type Instance } from './instances.read-model.ts'

/** The instances of applications that have asked for a flag of a project, where they did. */
export async function readProjectInstances(queries: Queries, project: string): Promise<Instance[]> {
  const rows = await queries
    .selectFrom('client_metrics')
    .innerJoin('features', 'features.name', 'client_metrics.feature_name')
    .select(['client_metrics.app_name as appName', 'client_metrics.environment'])
    .where('features.project', '=', project)
    .distinct()
    .execute()
  const places = new Set(rows.map((row) => JSON.stringify([row.appName, row.environment])))
  return (await readInstances(queries)).filter((one) =>
    places.has(JSON.stringify([one.appName, one.environment])),
  )
}
