import type { RetentionOf } from './retention-rules.ts'

/** Expectations of an instance (migration 0042); put together with the other tables in schema.ts. */
export interface ExpectationsTable {
  /** Unique in the instance: files and requests know it by this. */
  name: string
  /** Flag that it is of; null: of a permission. */
  feature_name: string | null
  /** Project of the permission. */
  project: string | null
  environment: string | null
  /** Contexts and result, or holder and permission, as JSON. */
  content: string
  created_by: string
  created_at: string
}

export interface ExpectationSchema {
  expectations: ExpectationsTable
}

export const EXPECTATION_RETENTION: RetentionOf<ExpectationSchema> = {
  expectations: {
    rule: 'kept',
    because: 'people write and delete them; MAX_EXPECTATIONS bounds their number',
  },
}
