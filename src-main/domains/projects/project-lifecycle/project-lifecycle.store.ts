import type { ProjectCreated } from '#shared/projects/schemas/project-lifecycle.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** A project as one manages it. */
export interface ManagedProject {
  id: string
  name: string
  description: string | null
  mode: ProjectCreated['mode']
  defaultStickiness: string
  featureLimit: number | null
  featureNaming: { pattern: string | null; example: string | null; description: string | null } | null
  linkTemplates: { title?: string | null | undefined; urlTemplate: string }[]
  archivedAt: string | null
}

export async function findManagedProject(queries: Queries, id: string): Promise<ManagedProject | undefined> {
  const row = await queries.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    mode: row.mode,
    defaultStickiness: row.default_stickiness,
    featureLimit: row.feature_limit,
    featureNaming: row.feature_naming === null ? null : fromJson(row.feature_naming),
    linkTemplates: fromJson(row.link_templates),
    archivedAt: row.archived_at,
  }
}

const toRow = (project: ManagedProject, at: string) => ({
  name: project.name,
  description: project.description,
  mode: project.mode,
  default_stickiness: project.defaultStickiness,
  feature_limit: project.featureLimit,
  feature_naming: project.featureNaming === null ? null : toJson(project.featureNaming),
  link_templates: toJson(project.linkTemplates),
  updated_at: at,
  archived_at: project.archivedAt,
})

export async function insertProject(queries: Queries, project: ManagedProject, at: string): Promise<void> {
  await queries
    .insertInto('projects')
    .values({ id: project.id, created_at: at, ...toRow(project, at) })
    .execute()
}

export async function saveProject(queries: Queries, project: ManagedProject, at: string): Promise<void> {
  await queries.updateTable('projects').set(toRow(project, at)).where('id', '=', project.id).execute()
}

export async function enableEnvironments(
  queries: Queries,
  project: string,
  environments: readonly string[],
): Promise<void> {
  await insertAll(
    queries,
    'project_environments',
    environments.map((environment) => ({ project, environment, default_strategy: null })),
  )
}

export async function requireApprovals(
  queries: Queries,
  project: string,
  environments: readonly { name: string; requiredApprovals: number }[],
): Promise<void> {
  await insertAll(
    queries,
    'change_request_settings',
    environments.map(({ name, requiredApprovals }) => ({
      project,
      environment: name,
      required_approvals: requiredApprovals,
    })),
  )
}

export async function countActiveProjects(queries: Queries): Promise<number> {
  const { n } = await queries
    .selectFrom('projects')
    .where('archived_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export interface EnvironmentSettings {
  name: string
  enabled: boolean
  requiredApprovals: number | null
}

/** All environments, in their order. */
export async function readEnvironmentSettings(queries: Queries): Promise<EnvironmentSettings[]> {
  return queries
    .selectFrom('environments')
    .select(['name', 'enabled', 'required_approvals as requiredApprovals'])
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
}

/** The flags of a project that are not archived, by name. */
export async function activeFlagsOf(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('features')
    .select('name')
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/**
 * Takes a project away, with its archived flags, its roles, and the tokens that open it alone. Those tokens go first:
 * without their one project they would open all.
 */
export async function deleteProjectRows(queries: Queries, project: string): Promise<void> {
  await queries
    .deleteFrom('api_tokens')
    .where('secret', 'in', (eb) =>
      eb.selectFrom('api_token_projects').select('secret').where('project', '=', project),
    )
    .where('secret', 'not in', (eb) =>
      eb.selectFrom('api_token_projects').select('secret').where('project', '!=', project),
    )
    .execute()
  await queries.deleteFrom('user_roles').where('project', '=', project).execute()
  await queries.deleteFrom('features').where('project', '=', project).execute()
  await queries.deleteFrom('projects').where('id', '=', project).execute()
}
