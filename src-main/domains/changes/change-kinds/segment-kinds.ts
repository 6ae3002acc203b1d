import type { ChangeOf } from '#shared/changes/schemas/requested-change.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import {
  deleteSegment,
  saveChangedSegment,
  toChangedSegment,
} from '#domains/flags/segments/change-segment.ts'
import { findSegment, requireSegment, toSegment } from '#domains/flags/segments/segments.store.ts'
import type { ChangeKind, ChangePlace } from './change-kind.ts'

/**
 * Segments of the project alone: one that all projects share is nobody's to ask for
 * (docs/contract/changes.md#segments).
 */
export const UPDATE_SEGMENT: ChangeKind<ChangeOf<'updateSegment'>> = {
  noun: 'segment',
  target: ({ payload }) => `segment ${payload.id}`,
  find: (queries, place, { payload }) => findOwn(queries, place, payload.id),
  examine: async (context, place, change) => {
    await changed(context, place, change)
  },
  apply: async (context, place, change) => {
    const { before, after } = await changed(context, place, change)
    await saveChangedSegment(context, before, after)
  },
}

export const DELETE_SEGMENT: ChangeKind<ChangeOf<'deleteSegment'>> = {
  noun: 'segment',
  target: ({ payload }) => `segment ${payload.id}`,
  find: (queries, place, { payload }) => findOwn(queries, place, payload.id),
  apply: async (context, _place, { payload }) =>
    deleteSegment(context, await requireSegment(context.visible, payload.id)),
}

async function findOwn(queries: Queries, { projectId }: ChangePlace, id: number): Promise<unknown> {
  const segment = await findSegment(queries, id)
  return segment?.project === projectId ? toSegment(segment) : undefined
}

async function changed(
  context: MutationContext,
  { projectId }: ChangePlace,
  { payload: { id, ...body } }: ChangeOf<'updateSegment'>,
) {
  const before = await requireSegment(context.visible, id)
  if (body.project && body.project !== projectId)
    throw badData('A change request cannot move a segment to another project', '/body/project')
  return { before, after: await toChangedSegment(context, before, { ...body, project: projectId }) }
}
