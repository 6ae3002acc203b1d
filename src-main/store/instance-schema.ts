import type { Generated } from 'kysely'

import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import type { BannerVariant } from '#shared/instance/schemas/banner.ts'
import type { EmailState } from '#shared/instance/schemas/email.ts'
import type { TrafficGroup } from '#shared/instance/schemas/traffic.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of the instance's own (migrations 0011, 0024 and 0026); put together with the others in schema.ts. */
type Instant = string
type Json = string

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

export interface BannersTable {
  id: Generated<number>
  message: string
  enabled: boolean
  variant: BannerVariant
  sticky: boolean
  icon: string | null
  link: string | null
  link_text: string | null
  dialog_title: string | null
  dialog: string | null
  created_at: Instant
}

/** Notification of one user. */
export interface NotificationsTable {
  id: Generated<number>
  user_id: number
  project: string
  notification_type: 'change-request' | 'toggle'
  message: string
  link: string
  /** Name of the user who caused it, as it was then. */
  created_by: string
  created_by_user_id: number
  created_at: Instant
  read_at: Instant | null
}

/** Opinion about the window. It does not say whose. */
export interface CollectedFeedbackTable {
  id: Generated<number>
  category: string
  user_type: string | null
  difficulty_score: number | null
  positive: string | null
  areas_for_improvement: string | null
  created_at: Instant
}

/** E-mail of the outbox. */
export interface EmailsTable {
  id: Generated<number>
  /** Names what the e-mail is sent for. Each cause has one e-mail. */
  cause: string
  user_id: number | null
  template: EmailTemplate
  recipient: string
  /** Values for the template, without secrets. */
  variables: Json
  /** Link that holds a secret, sealed. Deleted once the e-mail is sent or given up. */
  sealed_link: string | null
  state: EmailState
  attempts: number
  error: string | null
  next_attempt_at: Instant | null
  created_at: Instant
  expires_at: Instant
  sent_at: Instant | null
}

export interface InstanceSchema {
  emails: EmailsTable
  banners: BannersTable
  notifications: NotificationsTable
  collected_feedback: CollectedFeedbackTable
  user_splash: UserSplashTable
  user_feedback: UserFeedbackTable
  traffic: TrafficTable
}

export const INSTANCE_RETENTION: RetentionOf<InstanceSchema> = {
  // what waits fails after a day (domains/instance/email), so nothing waits for long
  emails: {
    rule: 'pruned',
    age: { column: 'created_at', days: 30, by: 'rowid' },
    most: { rows: 50_000, by: 'rowid' },
  },
  banners: { rule: 'kept', because: 'people create and delete them, up to a limit' },
  notifications: {
    rule: 'pruned',
    age: { column: 'created_at', days: 30, by: 'rowid' },
    most: { rows: 100_000, by: 'rowid' },
  },
  collected_feedback: { rule: 'pruned', most: { rows: 10_000, by: 'rowid' } },
  // any signed-in user may name any page, so the number of users is no bound
  user_splash: { rule: 'pruned', most: { rows: 100_000, by: 'rowid' } },
  user_feedback: { rule: 'pruned', most: { rows: 100_000, by: 'rowid' } },
  traffic: {
    rule: 'bounded',
    file: 'domains/instance/traffic/traffic-counter.ts',
    how: 'a fixed number of days',
  },
}

/** The table of further ports (migration 0012); put together in schema.ts. */
interface ListenersTable {
  port: number
  /** Version in three numbers, as `strict` is. */
  contract: string
  strict: string | null
}

export interface ListenerSchema {
  listeners: ListenersTable
}

export const LISTENER_RETENTION: RetentionOf<ListenerSchema> = {
  listeners: { rule: 'kept', because: 'Admins create and delete them; a row for each open port' },
}
