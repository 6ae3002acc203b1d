import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import { keepIds } from '#store/engines/portable.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import {
  CONTEXT_FIELDS,
  DEFAULT_PROJECT,
  ENVIRONMENTS,
  FEATURE_TYPES,
  STRATEGY_TYPES,
  TAG_TYPE,
} from './seed.ts'

/**
 * Checks whether the database already holds an instance. Every instance has a project (document: "Project").
 */
export async function isSeeded(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('projects').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Fills an empty database with the content of a new instance, except users and tokens. */
export async function insertSeed(queries: Queries, at: string): Promise<void> {
  await insertProjects(queries, at)
  await insertVocabulary(queries, at)
  await insertRoles(queries)
}

async function insertProjects(queries: Queries, at: string): Promise<void> {
  await insertAll(
    queries,
    'environments',
    ENVIRONMENTS.map(({ name, type, sortOrder }) => ({
      name,
      type,
      sort_order: sortOrder,
      enabled: true,
      protected: false,
      required_approvals: null,
      created_at: at,
    })),
  )
  await queries
    .insertInto('projects')
    .values({
      ...DEFAULT_PROJECT,
      mode: 'open',
      default_stickiness: 'default',
      feature_limit: null,
      feature_naming: null,
      link_templates: toJson([]),
      created_at: at,
      updated_at: at,
      archived_at: null,
    })
    .execute()
  await insertAll(
    queries,
    'project_environments',
    ENVIRONMENTS.map(({ name }) => ({
      project: DEFAULT_PROJECT.id,
      environment: name,
      default_strategy: null,
    })),
  )
}

async function insertVocabulary(queries: Queries, at: string): Promise<void> {
  await insertAll(
    queries,
    'feature_types',
    FEATURE_TYPES.map(({ lifetimeDays, ...type }, index) => ({
      ...type,
      lifetime_days: lifetimeDays,
      sort_order: index,
    })),
  )
  await insertAll(
    queries,
    'strategy_types',
    STRATEGY_TYPES.map(({ displayName, parameters, ...type }, index) => ({
      ...type,
      display_name: displayName,
      parameters: toJson(parameters),
      built_in: true,
      deprecated: false,
      sort_order: index,
    })),
  )
  await insertAll(
    queries,
    'context_fields',
    CONTEXT_FIELDS.map((field, index) => ({
      ...field,
      sort_order: index,
      legal_values: toJson([]),
      project: null,
      created_at: at,
    })),
  )
  await queries
    .insertInto('tag_types')
    .values({ ...TAG_TYPE, created_at: at })
    .execute()
}

async function insertRoles(queries: Queries): Promise<void> {
  await insertAll(
    queries,
    'roles',
    PREDEFINED_ROLES.map(({ id, name, description, type }) => ({ id, name, description, type })),
  )
  await keepIds('roles').execute(queries)
  await insertAll(
    queries,
    'role_permissions',
    PREDEFINED_ROLES.flatMap(({ id, permissions }) =>
      permissions.map((permission) => ({ role_id: id, permission, environment: '' })),
    ),
  )
}
