import type { Feedback } from '#shared/instance/schemas/ui-config.ts'
import type { Queries } from '#store/queries.ts'
import { readFeedback, readSeenSplash } from './user-prompts.store.ts'

/** Reads the prompts that pages have shown a person, for `GET /api/admin/user`. */
export async function promptsOf(
  queries: Queries,
  userId: number,
): Promise<{ feedback: Feedback[]; splash: Record<string, boolean> }> {
  const seen = await readSeenSplash(queries, userId)
  return {
    feedback: await readFeedback(queries, userId),
    splash: Object.fromEntries(seen.map((id) => [id, true])),
  }
}
