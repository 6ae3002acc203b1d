import type { UpsertSegment } from '#shared/flags/schemas/segment.ts'
import { relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import {
  deleteSegment,
  saveChangedSegment,
  toChangedSegment,
} from '#domains/flags/segments/change-segment.ts'
import { requireSegment } from '#domains/flags/segments/segments.store.ts'

/** Changes a segment as its operations do, whoever asks; null: deletes it. */
export async function changeSegment(
  context: MutationContext,
  id: number,
  segment: UpsertSegment | null,
): Promise<void> {
  const before = await requireSegment(context.visible, id)
  if (segment === null) return deleteSegment(context, before)
  try {
    await saveChangedSegment(context, before, await toChangedSegment(context, before, segment))
  } catch (error) {
    throw relocated(error, '/body/segment')
  }
}
