import type { TrafficGroup } from '../../src-shared/instance/schemas/traffic.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of the instance's own (migration 0011); put together with the others in schema.ts. */
type Instant = string

/** Splash page that a user has seen. */
export interface UserSplashTable {
  user_id: number
  splash_id: string
}

export interface UserFeedbackTable {
  user_id: number
  feedback_id: string
  given: Instant | null
  never_show: boolean
}

/** Requests of a day. */
export interface TrafficTable {
  day: string
  api_path: string
  traffic_group: TrafficGroup
  count: number
}

export interface InstanceSchema {
  user_splash: UserSplashTable
  user_feedback: UserFeedbackTable
  traffic: TrafficTable
}

export const INSTANCE_RETENTION: RetentionOf<InstanceSchema> = {
  // whoever is signed in may name any page: the users alone are no bound
  user_splash: { rule: 'pruned', most: { rows: 100_000, by: 'rowid' } },
  user_feedback: { rule: 'pruned', most: { rows: 100_000, by: 'rowid' } },
  traffic: {
    rule: 'bounded',
    file: 'domains/instance/records/traffic/traffic-counter.ts',
    how: 'a fixed number of days',
  },
}
