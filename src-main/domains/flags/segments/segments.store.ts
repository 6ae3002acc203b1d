import type { Selectable } from 'kysely'

import { notFound } from '#kernel/app-error.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Segment } from '#shared/flags/schemas/segment.ts'
import { keepIds } from '#store/engines/portable.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { SegmentsTable } from '#store/schema.ts'

/** A segment as stored. */
export interface StoredSegment {
  id: number
  name: string
  description: string | null
  /** null: of all projects. */
  project: string | null
  constraints: Constraint[]
  createdBy: string
  createdAt: string
}

/** The contract's form: a segment of all projects names none. */
export function toSegment({ project, ...segment }: StoredSegment): Segment {
  return { ...segment, ...(project === null ? {} : { project }) }
}

/** A segment that is restored has an id already. */
type Draft = Omit<StoredSegment, 'id'> & { id?: number }

/** All segments, by name. */
export async function readSegments(queries: Queries): Promise<StoredSegment[]> {
  return (await queries.selectFrom('segments').selectAll().orderBy('name').execute()).map(toStored)
}

/** The segments of a strategy, by id. */
export async function readSegmentsOf(queries: Queries, strategyId: string): Promise<StoredSegment[]> {
  const rows = await queries
    .selectFrom('segments')
    .innerJoin('feature_strategy_segments as link', 'link.segment_id', 'segments.id')
    .selectAll('segments')
    .where('link.strategy_id', '=', strategyId)
    .orderBy('segments.id')
    .execute()
  return rows.map(toStored)
}

/** The segment of an id; else 404 (recorded exchange segments/get-unknown). */
export async function requireSegment(queries: Queries, id: number): Promise<StoredSegment> {
  const segment = await findSegment(queries, id)
  if (!segment) throw notFound(`No segment exists with ID "${id}"`)
  return segment
}

export async function findSegment(queries: Queries, id: number): Promise<StoredSegment | undefined> {
  const row = await queries.selectFrom('segments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

export async function findSegmentByName(queries: Queries, name: string): Promise<{ id: number } | undefined> {
  return queries.selectFrom('segments').select('id').where('name', '=', name).executeTakeFirst()
}

export async function countSegments(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('segments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertSegment(queries: Queries, segment: Draft): Promise<StoredSegment> {
  const { id } = await queries
    .insertInto('segments')
    .values({
      ...(segment.id === undefined ? {} : { id: segment.id }),
      ...columnsOf(segment),
      created_by: segment.createdBy,
      created_at: segment.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (segment.id !== undefined) await keepIds('segments').execute(queries)
  return { ...segment, id }
}

export async function updateSegmentRow(queries: Queries, segment: StoredSegment): Promise<void> {
  await queries.updateTable('segments').set(columnsOf(segment)).where('id', '=', segment.id).execute()
}

export async function deleteSegmentRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('segments').where('id', '=', id).execute()
}

function columnsOf({ name, description, project, constraints }: Draft) {
  return { name, description, project, constraints: toJson(constraints) }
}

function toStored(row: Selectable<SegmentsTable>): StoredSegment {
  const { id, name, description, project } = row
  return {
    id,
    name,
    description,
    project,
    constraints: fromJson(row.constraints),
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}
