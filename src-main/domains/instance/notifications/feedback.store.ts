import type { CollectedFeedback } from '#shared/instance/schemas/feedback.ts'
import type { Queries } from '#store/queries.ts'

const COLUMNS = [
  'id',
  'category',
  'user_type as userType',
  'difficulty_score as difficultyScore',
  'positive',
  'areas_for_improvement as areasForImprovement',
  'created_at as createdAt',
] as const

export async function insertFeedback(
  queries: Queries,
  feedback: Omit<CollectedFeedback, 'id'>,
): Promise<CollectedFeedback> {
  const { category, userType, difficultyScore, positive, areasForImprovement, createdAt } = feedback
  return queries
    .insertInto('collected_feedback')
    .values({
      category,
      user_type: userType,
      difficulty_score: difficultyScore,
      positive,
      areas_for_improvement: areasForImprovement,
      created_at: createdAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Reads the latest feedback, newest first. */
export async function readLatestFeedback(queries: Queries, most: number): Promise<CollectedFeedback[]> {
  return queries.selectFrom('collected_feedback').select(COLUMNS).orderBy('id', 'desc').limit(most).execute()
}
