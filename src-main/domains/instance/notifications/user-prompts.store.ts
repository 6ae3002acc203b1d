import type { Feedback } from '#shared/instance/schemas/ui-config.ts'
import type { Queries } from '#store/queries.ts'

export interface StoredFeedback extends Feedback {
  userId: number
}

export async function insertSeenSplash(queries: Queries, userId: number, splashId: string): Promise<void> {
  await queries
    .insertInto('user_splash')
    .values({ user_id: userId, splash_id: splashId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readSeenSplash(queries: Queries, userId: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('user_splash')
    .select('splash_id')
    .where('user_id', '=', userId)
    .orderBy('splash_id')
    .execute()
  return rows.map((row) => row.splash_id)
}

export async function saveFeedback(
  queries: Queries,
  { userId, feedbackId, given, neverShow }: StoredFeedback,
): Promise<void> {
  await queries
    .insertInto('user_feedback')
    .values({ user_id: userId, feedback_id: feedbackId, given, never_show: neverShow })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'feedback_id']).doUpdateSet({ given, never_show: neverShow }),
    )
    .execute()
}

export async function readFeedback(queries: Queries, userId: number): Promise<StoredFeedback[]> {
  return queries
    .selectFrom('user_feedback')
    .select(['user_id as userId', 'feedback_id as feedbackId', 'given', 'never_show as neverShow'])
    .where('user_id', '=', userId)
    .orderBy('feedback_id')
    .execute()
}

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
