import { projectExists } from '#domains/access/access/places.read-model.ts'
import type { Strategy } from '#shared/flags/schemas/strategy.ts'
import { notFound } from '#kernel/app-error.ts'
import { fromJson, toJson } from '#store/json.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'

export interface ActiveProject {
  id: string
  defaultStickiness: string
  featureLimit: number | null
  featureNaming: FeatureNaming | null
  /** Links that each new flag gets. */
  linkTemplates: readonly { title?: string | null; urlTemplate: string }[]
}

export interface FeatureNaming {
  pattern: string | null
  example: string | null
  description: string | null
}

/**
 * Finds an active project. Throws 404 for an archived or unknown one
 * (docs/contract/projects.md#project-archived-closed).
 */
export async function requireActiveProject(queries: Queries, id: string): Promise<ActiveProject> {
  const project = await findActiveProject(queries, id)
  if (!project) throw notFound(`Active project with id ${id} does not exist`)
  return project
}

/** A project that is there and not archived. */
export async function findActiveProject(queries: Queries, id: string): Promise<ActiveProject | undefined> {
  const [row] = (await selectActiveProject(queries, { id })).rows
  if (!row) return undefined
  return {
    id: row.id,
    defaultStickiness: row.default_stickiness,
    featureLimit: row.feature_limit,
    featureNaming: row.feature_naming === null ? null : fromJson(row.feature_naming),
    linkTemplates: fromJson(row.link_templates),
  }
}

const selectActiveProject = prepared((queries, { id }: { id: string }) =>
  queries
    .selectFrom('projects')
    .select(['id', 'default_stickiness', 'feature_limit', 'feature_naming', 'link_templates'])
    .where('id', '=', id)
    .where('archived_at', 'is', null),
)

/** Checks whether a project has an environment. Flags can be switched only there (document: "Project"). */
export async function projectHasEnvironment(
  queries: Queries,
  project: string,
  environment: string,
): Promise<boolean> {
  const row = await rowOf(queries, project, environment).select('environment').executeTakeFirst()
  return row !== undefined
}

const rowOf = (queries: Queries, project: string, environment: string) =>
  queries
    .selectFrom('project_environments')
    .where('project', '=', project)
    .where('environment', '=', environment)

export async function environmentsOfProject(queries: Queries, project: string): Promise<string[]> {
  const { rows } = await selectEnvironments(queries, { project })
  return rows.map((row) => row.name)
}

const selectEnvironments = prepared((queries, { project }: { project: string }) =>
  queries
    .selectFrom('project_environments')
    .innerJoin('environments', 'environments.name', 'project_environments.environment')
    .select('environments.name')
    .where('project_environments.project', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name'),
)

/** Fields of a default strategy. The flag's name and the project's stickiness fill in the rest. */
export type DefaultStrategy = Partial<Omit<Strategy, 'id' | 'sortOrder'>> & { name: string }

/**
 * Reads the strategy for a flag without an active one in an environment: the project's own, or initially
 * gradual rollout to 100 % of users (document: "Project default strategy").
 */
export async function readDefaultStrategy(
  queries: Queries,
  project: string,
  environment: string,
): Promise<DefaultStrategy> {
  const row = await rowOf(queries, project, environment).select('default_strategy').executeTakeFirst()
  return toDefaultStrategy(row?.default_strategy)
}

/** Reads the strategy that a project has set for an environment; null: none, so it has the initial one. */
export async function readOwnDefaultStrategy(
  queries: Queries,
  project: string,
  environment: string,
): Promise<Record<string, unknown> | null> {
  const row = await queries
    .selectFrom('project_environments')
    .select('default_strategy')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row?.default_strategy ? fromJson(row.default_strategy) : null
}

/** Reads the default strategies of all projects in an environment. */
export async function readDefaultStrategies(
  queries: Queries,
  environment: string,
): Promise<(project: string) => DefaultStrategy> {
  const rows = await queries
    .selectFrom('project_environments')
    .select(['project', 'default_strategy'])
    .where('environment', '=', environment)
    .execute()
  const own = new Map(rows.map((row) => [row.project, toDefaultStrategy(row.default_strategy)]))
  return (project) => own.get(project) ?? toDefaultStrategy(null)
}

const toDefaultStrategy = (stored: string | null | undefined): DefaultStrategy =>
  stored ? fromJson(stored) : { name: 'flexibleRollout' }

export async function saveDefaultStrategy(
  queries: Queries,
  project: string,
  environment: string,
  strategy: object | null,
): Promise<void> {
  await queries
    .updateTable('project_environments')
    .set({ default_strategy: strategy && toJson(strategy) })
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute()
}

/** A project, archived or not; else 404. */
export async function requireProject(queries: Queries, id: string): Promise<void> {
  if (!(await projectExists(queries, id))) throw notFound('No project found')
}
