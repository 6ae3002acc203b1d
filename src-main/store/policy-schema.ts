import type { RetentionOf } from './retention-rules.ts'

/** Rules for changes (migration 0044); put together with the other tables in schema.ts. */
export interface PoliciesTable {
  /** Unique in the instance: requests and events know it by this. */
  name: string
  /** Project whose flags it is for; null: all. */
  project: string | null
  enabled: boolean
  /** Rule, environments and effect, as JSON. */
  content: string
  created_by: string
  created_at: string
}

export interface PolicySchema {
  policies: PoliciesTable
}

export const POLICY_RETENTION: RetentionOf<PolicySchema> = {
  policies: { rule: 'kept', because: 'people write and delete them; MAX_POLICIES bounds their number' },
}
