import type { UpsertSegment } from '#shared/flags/schemas/segment.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { findActiveProject } from '#domains/projects/projects/projects.store.ts'
import { requireValidConstraints } from '../strategies/strategy-rules.ts'
import { toConstraints } from '../strategies/strategy.ts'
import { findSegmentByName, type StoredSegment } from './segments.store.ts'

type Content = Pick<StoredSegment, 'name' | 'description' | 'project' | 'constraints'>

/** A segment's content as sent, checked (docs/contract/flags.md#segments); `before` is the segment that it replaces. */
export async function checkedContent(
  { everything, visible, limits }: MutationContext,
  body: UpsertSegment,
  before?: StoredSegment,
): Promise<Content> {
  await requireFreeSegmentName(everything, body.name, before?.id)
  const project = body.project || null
  if (project !== null && project !== before?.project && !(await findActiveProject(visible, project)))
    throw noSuchProject(project)
  const constraints = toConstraints(body.constraints)
  const count = (all: readonly { values: readonly string[] }[]) =>
    all.reduce((sum, one) => sum + one.values.length, 0)
  // a list that is already over the limit may shrink
  if (count(constraints) > limits.segmentValues && count(constraints) > count(before?.constraints ?? []))
    throw badData(`Segments may not have more than ${limits.segmentValues} values`, '/body/constraints')
  await requireValidConstraints(visible, constraints)
  return { name: body.name, description: body.description ?? null, project, constraints }
}

/** Names of segments are unique; `own` is the segment that may have this one. */
export async function requireFreeSegmentName(queries: Queries, name: string, own?: number): Promise<void> {
  const existing = await findSegmentByName(queries, name)
  if (existing && existing.id !== own) throw new AppError('NameExistsError', 'Segment name already exists')
}

export const noSuchProject = (id: string): AppError =>
  badData(`Active project with id ${id} does not exist`, '/body/project')
