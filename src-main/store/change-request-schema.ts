import type { Generated } from 'kysely'

import type { ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of change requests (migrations 0004 and 0005); put together with the others in schema.ts. */
type Instant = string
type Json = string

/** A row: changes to flags of the project in the environment have to be requested. */
export interface ChangeRequestSettingsTable {
  project: string
  environment: string
  required_approvals: number
}

/** Author of a record, as of its creation. It stays when that user is deleted. */
interface AuthorColumns {
  created_by_user_id: number
  created_by: string
  created_at: Instant
}

export interface ChangeRequestsTable extends AuthorColumns {
  id: Generated<number>
  project: string
  environment: string
  title: string | null
  state: ChangeRequestState
  /** Required approvals, as configured when the request was created. */
  min_approvals: number
}

/** Last time that a request entered a state. */
export interface ChangeRequestStateTimesTable {
  change_request_id: number
  state: ChangeRequestState
  entered_at: Instant
}

export interface ChangeRequestChangesTable extends AuthorColumns {
  id: Generated<number>
  change_request_id: number
  /** null: a change of a segment. */
  feature: string | null
  action: string
  payload: Json | null
  /** Object of the change, as it was when the change was requested. */
  snapshot: Json | null
}

export interface ChangeRequestReviewsTable extends AuthorColumns {
  change_request_id: number
  verdict: 'approval' | 'rejection'
}

export interface ChangeRequestCommentsTable extends AuthorColumns {
  id: Generated<number>
  change_request_id: number
  text: string
}

/** User asked to review a change request. */
export interface ChangeRequestReviewersTable {
  change_request_id: number
  user_id: number
}

export interface ChangeRequestSchedulesTable {
  change_request_id: number
  scheduled_at: Instant
  scheduled_by_user_id: number
  scheduled_by: string
  status: 'pending' | 'failed' | 'suspended'
  reason: string | null
}

export interface ChangeRequestSchema {
  change_request_settings: ChangeRequestSettingsTable
  change_requests: ChangeRequestsTable
  change_request_state_times: ChangeRequestStateTimesTable
  change_request_changes: ChangeRequestChangesTable
  change_request_reviews: ChangeRequestReviewsTable
  change_request_comments: ChangeRequestCommentsTable
  change_request_reviewers: ChangeRequestReviewersTable
  change_request_schedules: ChangeRequestSchedulesTable
}

const ofRequest = { rule: 'owned', parent: 'change_requests' } as const

export const CHANGE_REQUEST_RETENTION: RetentionOf<ChangeRequestSchema> = {
  change_request_settings: { rule: 'owned', parent: 'projects' },
  change_requests: {
    rule: 'kept',
    because: 'the record of who asked for a change and who approved it; goes with its project',
  },
  change_request_state_times: ofRequest,
  change_request_changes: ofRequest,
  change_request_reviews: ofRequest,
  change_request_comments: ofRequest,
  change_request_reviewers: ofRequest,
  change_request_schedules: ofRequest,
}
