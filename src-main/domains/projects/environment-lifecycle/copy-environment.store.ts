import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

export interface EnvironmentCopy {
  from: string
  to: string
  projects: readonly string[]
}

/** Gives projects the environment, with their default strategies, change request settings, and their flags' states. */
export async function copyEnvironmentRows(
  queries: Queries,
  { from, to, projects }: EnvironmentCopy,
): Promise<void> {
  if (projects.length === 0) return
  await queries
    .insertInto('project_environments')
    .columns(['project', 'environment', 'default_strategy'])
    .expression((eb) =>
      eb
        .selectFrom('project_environments')
        .select((source) => ['project', source.val(to).as('environment'), 'default_strategy'])
        .where('environment', '=', from)
        .where((eb) => inList(eb.ref('project'), projects)),
    )
    .execute()
  await queries
    .insertInto('change_request_settings')
    .columns(['project', 'environment', 'required_approvals'])
    .expression((eb) =>
      eb
        .selectFrom('change_request_settings')
        .select((source) => ['project', source.val(to).as('environment'), 'required_approvals'])
        .where('environment', '=', from)
        .where((eb) => inList(eb.ref('project'), projects)),
    )
    .execute()
  await queries
    .insertInto('feature_environments')
    .columns(['feature_name', 'environment', 'enabled', 'variants'])
    .expression((eb) =>
      eb
        .selectFrom('feature_environments as source')
        .innerJoin('features', 'features.name', 'source.feature_name')
        .select((row) => [
          'source.feature_name',
          row.val(to).as('environment'),
          'source.enabled',
          'source.variants',
        ])
        .where('source.environment', '=', from)
        .where((eb) => inList(eb.ref('features.project'), projects)),
    )
    .execute()
}

/** Copies the strategies of flags with their segments; what a release plan put there is a strategy like any other. */
export async function copyStrategies(
  queries: Queries,
  { from, to, projects }: EnvironmentCopy,
  newId: () => string,
  at: string,
): Promise<void> {
  if (projects.length === 0) return
  const rows = await queries
    .selectFrom('feature_strategies as strategy')
    .innerJoin('features', 'features.name', 'strategy.feature_name')
    .selectAll('strategy')
    .where('strategy.environment', '=', from)
    .where((eb) => inList(eb.ref('features.project'), projects))
    .orderBy('strategy.created_at')
    .orderBy('strategy.id')
    .execute()
  const links = await queries
    .selectFrom('feature_strategy_segments as link')
    .innerJoin('feature_strategies as strategy', 'strategy.id', 'link.strategy_id')
    .select(['link.strategy_id', 'link.segment_id'])
    .where('strategy.environment', '=', from)
    .execute()
  const idOf = new Map(rows.map((row) => [row.id, newId()]))
  const strategies = rows.map((row) => ({
    ...row,
    id: idOf.get(row.id) ?? newId(),
    environment: to,
    milestone_id: null,
    created_at: at,
  }))
  await insertAll(queries, 'feature_strategies', strategies)
  const copied = links.flatMap(({ strategy_id, segment_id }) => {
    const id = idOf.get(strategy_id)
    return id === undefined ? [] : [{ strategy_id: id, segment_id }]
  })
  await insertAll(queries, 'feature_strategy_segments', copied)
}

/** Roles may do in the new environment what they may in the old one. */
export async function copyPermissions(queries: Queries, { from, to }: EnvironmentCopy): Promise<void> {
  await queries
    .insertInto('role_permissions')
    .columns(['role_id', 'permission', 'environment'])
    .expression((eb) =>
      eb
        .selectFrom('role_permissions')
        .select((source) => ['role_id', 'permission', source.val(to).as('environment')])
        .where('environment', '=', from),
    )
    .execute()
}
