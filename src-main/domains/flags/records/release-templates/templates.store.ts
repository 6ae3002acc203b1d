import { notFound } from '../../../../kernel/app-error.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readMilestones, replaceMilestones } from '../milestones/milestones.store.ts'
import type { StoredTemplate } from './template.ts'

/** Reads all templates by name, or the one with an id. */
export async function readTemplates(queries: Queries, id?: string): Promise<StoredTemplate[]> {
  const rows = await queries
    .selectFrom('release_plan_definitions')
    .selectAll()
    .where('feature_name', 'is', null)
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const milestones = await readMilestones(queries, rows)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
    milestones: milestones.get(row.id) ?? [],
  }))
}

/** The template of an id; else 404. */
export async function requireTemplate(queries: Queries, id: string): Promise<StoredTemplate> {
  const [template] = await readTemplates(queries, id)
  if (!template) throw notFound(`Could not find release plan template with id ${id}`)
  return template
}

/** The id of the template of a name, archived or not: names of templates are unique. */
export async function findTemplateNamed(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('release_plan_definitions')
    .select('id')
    .where('feature_name', 'is', null)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id
}

/** Counts the templates that are not archived. */
export async function countTemplates(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('release_plan_definitions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('feature_name', 'is', null)
    .where('archived_at', 'is', null)
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
