import type { EnvironmentListItem } from '../../../src-shared/schemas/environment.ts'
import type { Queries } from '../../store/queries.ts'

/** All environments in their order, with what uses them (exchange 81). */
export async function listEnvironments(queries: Queries): Promise<EnvironmentListItem[]> {
  const rows = await queries
    .selectFrom('environments')
    .selectAll()
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
  const projects = countsBy(
    await queries
      .selectFrom('project_environments')
      .innerJoin('projects', 'projects.id', 'project_environments.project')
      .where('projects.archived_at', 'is', null)
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
  const tokens = countsBy(
    await queries
      .selectFrom('api_tokens')
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
  const toggles = countsBy(
    await queries
      .selectFrom('feature_environments')
      .innerJoin('features', 'features.name', 'feature_environments.feature_name')
      .where('features.archived_at', 'is', null)
      .where('feature_environments.enabled', '=', true)
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
  return rows.map((row) => ({
    name: row.name,
    type: row.type,
    sortOrder: row.sort_order,
    enabled: row.enabled,
    protected: row.protected,
    requiredApprovals: row.required_approvals,
    projectCount: projects.get(row.name) ?? 0,
    apiTokenCount: tokens.get(row.name) ?? 0,
    enabledToggleCount: toggles.get(row.name) ?? 0,
  }))
}

const countsBy = (rows: { environment: string; count: number | string | bigint }[]) =>
  new Map(rows.map((row) => [row.environment, Number(row.count)]))
