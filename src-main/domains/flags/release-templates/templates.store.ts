import type { ExpressionBuilder } from 'kysely'

import { notFound, type AppError } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import type { Schema } from '#store/schema.ts'
import { replaceMilestones, withMilestones } from '../milestones/milestones.store.ts'
import type { StoredTemplate } from './template.ts'

/** The instance (null), or a project. */
type Owner = string | null

/** Templates to read: one by its id, or all of some owners, or of the whole instance. */
type Wanted = { id: string } | { of: readonly Owner[] | 'all' }

/** Reads templates by name. */
export async function readTemplates(queries: Queries, wanted: Wanted): Promise<StoredTemplate[]> {
  const rows = await queries
    .selectFrom('release_plan_definitions')
    .selectAll()
    .where('feature_name', 'is', null)
    .$if('id' in wanted || wanted.of !== 'all', (q) => q.where((eb) => wantedBy(eb, wanted)))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return (await withMilestones(queries, rows)).map(({ row, definition }) => ({
    ...definition,
    project: row.project,
    archivedAt: row.archived_at,
  }))
}

const wantedBy = (eb: ExpressionBuilder<Schema, 'release_plan_definitions'>, wanted: Wanted) =>
  'id' in wanted
    ? eb('id', '=', wanted.id)
    : eb.or(wanted.of === 'all' ? [] : wanted.of.map((owner) => ownedBy(eb, owner)))

const ownedBy = (eb: ExpressionBuilder<Schema, 'release_plan_definitions'>, owner: Owner) =>
  owner === null ? eb('project', 'is', null) : eb('project', '=', owner)

/** Finds a template of the instance, or of the named project, by its id; else 404. Neither's templates are the other's. */
export async function requireTemplate(
  queries: Queries,
  id: string,
  project: Owner = null,
): Promise<StoredTemplate> {
  const [template] = await readTemplates(queries, { id })
  if (template?.project !== project) throw noSuchTemplate(id)
  return template
}

/** Finds a template that flags of a project may use: one of the project, or of the instance. */
export async function findUsableTemplate(
  queries: Queries,
  id: string,
  project: string,
): Promise<StoredTemplate | undefined> {
  const [template] = await readTemplates(queries, { id })
  return template && [null, project].includes(template.project) ? template : undefined
}

export const noSuchTemplate = (id: string): AppError =>
  notFound(`Could not find release plan template with id ${id}`)

/** Finds the id of the owner's template of a name, archived or not: names are unique among them. */
export async function findTemplateNamed(
  queries: Queries,
  name: string,
  owner: Owner,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('release_plan_definitions')
    .select('id')
    .where('feature_name', 'is', null)
    .where('name', '=', name)
    .where((eb) => ownedBy(eb, owner))
    .executeTakeFirst()
  return row?.id
}

/** Counts the owner's templates that are not archived. */
export async function countTemplates(queries: Queries, owner: Owner): Promise<number> {
  const { count } = await queries
    .selectFrom('release_plan_definitions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('feature_name', 'is', null)
    .where('archived_at', 'is', null)
    .where((eb) => ownedBy(eb, owner))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertTemplate(queries: Queries, template: StoredTemplate): Promise<void> {
  await queries
    .insertInto('release_plan_definitions')
    .values({
      id: template.id,
      ...columnsOf(template),
      created_by_user_id: template.createdByUserId,
      created_at: template.createdAt,
      project: template.project,
      feature_name: null,
      environment: null,
      template_id: null,
      active_milestone_id: null,
    })
    .execute()
  await replaceMilestones(queries, template.id, template.milestones)
}

/** Writes a changed template with its milestones. */
export async function updateTemplate(queries: Queries, template: StoredTemplate): Promise<void> {
  await queries
    .updateTable('release_plan_definitions')
    .set(columnsOf(template))
    .where('id', '=', template.id)
    .execute()
  await replaceMilestones(queries, template.id, template.milestones)
}

const columnsOf = ({ name, description, archivedAt }: StoredTemplate) => ({
  name,
  description,
  archived_at: archivedAt,
})
