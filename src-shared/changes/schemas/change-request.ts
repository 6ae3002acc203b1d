import { z } from 'zod'

import { Line, MANY } from '#shared/schemas/bounded.ts'
import { Instant, InstantInput, QueryInteger } from '#shared/schemas/scalars.ts'
import { CHANGE_REQUEST_STATES } from '../change-requests/index.ts'

/** Title of a change request, and text of a comment on it. */
const Title = z.string().trim().min(1).max(255)
const CommentText = z.string().trim().min(1).max(1000)

export const ChangeRequestState = z.enum(CHANGE_REQUEST_STATES)

const Author = z.object({ id: z.int(), username: z.string(), imageUrl: z.string() })
const Named = z.object({ id: z.int(), title: z.string().optional() })

/** A change within a request. `conflict`: why it cannot be applied as things are. */
const Change = z.object({
  id: z.int(),
  action: z.string(),
  payload: z.unknown().optional(),
  conflict: z.string().optional(),
  createdBy: Author,
  createdAt: Instant,
  /** Other requests, scheduled, that change the same. */
  scheduleConflicts: z.object({ changeRequests: z.array(Named) }).optional(),
})

const ChangedFeature = z.object({
  name: z.string(),
  conflict: z.string().optional(),
  changes: z.array(Change),
  /** Strategy that enabling the flag would add, if the request were applied now. */
  defaultChange: z.object({ action: z.literal('addStrategy'), payload: z.unknown() }).optional(),
})

const Review = z.object({ createdBy: Author, createdAt: Instant })

export const Schedule = z
  .object({
    status: z.enum(['pending', 'failed', 'suspended']),
    scheduledAt: Instant,
    /** Reason that it was not applied, or will not be. */
    reason: z.string().optional(),
  })
  .meta({ id: 'changeRequestScheduleSchema' })

/** A change request with all that belongs to it (docs/contract/changes.md#request). */
export const ChangeRequest = z
  .object({
    id: z.int(),
    title: z.string(),
    project: z.string(),
    environment: z.string(),
    minApprovals: z.int(),
    state: ChangeRequestState,
    createdBy: Author,
    createdAt: Instant,
    features: z.array(ChangedFeature),
    segments: z.array(Change.extend({ name: z.string() })),
    approvals: z.array(Review),
    rejections: z.array(Review),
    comments: z.array(Review.extend({ id: z.int(), text: z.string() })),
    stateTimestamps: z.partialRecord(ChangeRequestState, Instant),
    schedule: Schedule.optional(),
  })
  .meta({ id: 'changeRequestSchema' })
export type ChangeRequest = z.output<typeof ChangeRequest>

/** Change request in lists. Only the full change request has the times of its states. */
export const ListedChangeRequest = ChangeRequest.omit({ stateTimestamps: true }).meta({
  id: 'listedChangeRequestSchema',
})

/** A change request as one finds it. */
export const FoundChangeRequest = z
  .object({
    id: z.int(),
    title: z.string(),
    project: z.string(),
    environment: z.string(),
    state: ChangeRequestState,
    createdBy: Author,
    createdAt: Instant,
    features: z.array(z.string()),
    segments: z.array(z.string()),
    schedule: Schedule.optional(),
  })
  .meta({ id: 'changeRequestSearchItemSchema' })
export type FoundChangeRequest = z.output<typeof FoundChangeRequest>

const Waiting = z.object({ total: z.int(), changeRequests: z.array(FoundChangeRequest) })

/** Requests of all projects that need the caller's attention; Halyard's own. */
export const WaitingChangeRequests = z
  .object({
    /** Requests in review that the caller may approve and has not approved. */
    toReview: Waiting,
    /** Approved requests that the caller may apply, or has created. */
    toApply: Waiting,
    /** Schedules by or for the caller that failed or are suspended. */
    failedSchedules: Waiting,
    /** Schedules by or for the caller that are due within the hour, such as the end of a state that was set for a time. */
    dueSoon: Waiting,
  })
  .meta({ id: 'waitingChangeRequestsSchema' })

/** Target state of a request. Only `Scheduled` takes an instant, and requires one. */
export const UpdateChangeRequestState = z
  .object({
    state: ChangeRequestState,
    comment: CommentText.optional(),
    scheduledAt: InstantInput.optional(),
  })
  .meta({ id: 'updateChangeRequestStateSchema' })

/** Change of a flag's state at a time, or now and back at a time; Halyard's own. */
export const ScheduleFeatureEnvironment = z
  .object({ enabled: z.boolean(), scheduledAt: InstantInput.optional(), until: InstantInput.optional() })
  .superRefine(({ scheduledAt, until }, context) => {
    if ((scheduledAt === undefined) === (until === undefined))
      context.addIssue({
        code: 'custom',
        path: [until === undefined ? 'scheduledAt' : 'until'],
        message: 'Name one of scheduledAt and until',
      })
  })
  .meta({ id: 'scheduleFeatureEnvironmentSchema' })

export const UpdateChangeRequestTitle = z
  .object({ title: Title })
  .meta({ id: 'updateChangeRequestTitleSchema' })

export const AddChangeRequestComment = z
  .object({ text: CommentText })
  .meta({ id: 'changeRequestAddCommentSchema' })

export const Reviewers = z.object({
  reviewers: z.array(
    z.object({
      id: z.int(),
      name: z.string().nullable(),
      /** Empty: none. */
      email: z.string(),
      username: z.string().nullable(),
      imageUrl: z.string(),
    }),
  ),
})

export const UpdateReviewers = z
  .object({ reviewers: z.array(z.int()).max(MANY) })
  .meta({ id: 'updateChangeRequestReviewersSchema' })

export const ChangeRequestCount = z
  .object({
    total: z.int(),
    applied: z.int(),
    approved: z.int(),
    rejected: z.int(),
    reviewRequired: z.int(),
    scheduled: z.int(),
  })
  .meta({ id: 'changeRequestCountSchema' })

/** `IS:` and a number, or a word. */
const IsUser = Line.regex(/^IS:\d{1,15}$/).transform((text) => Number(text.slice('IS:'.length)))

export const ChangeRequestSearch = z.object({
  createdBy: IsUser.optional(),
  requestedApproverId: IsUser.optional(),
  state: z
    .enum(['IS:open', 'IS:closed'])
    .transform((text) => (text === 'IS:open' ? ('open' as const) : ('closed' as const)))
    .optional(),
  offset: QueryInteger.pipe(z.int().min(0)).optional(),
  limit: QueryInteger.pipe(z.int().min(1).max(1000)).optional(),
})

/** Range of required approvals (docs/contract/changes.md#endpoints). Values outside it are clamped. */
export const APPROVALS = { least: 1, most: 10 } as const

/** Setting of an environment: changes need a change request or not. null approvals: they do not. */
export const ChangeRequestEnvironmentConfig = z
  .object({
    environment: z.string(),
    type: z.string(),
    changeRequestEnabled: z.boolean(),
    requiredApprovals: z.int().nullable(),
  })
  .meta({ id: 'changeRequestEnvironmentConfigSchema' })
export type ChangeRequestEnvironmentConfig = z.output<typeof ChangeRequestEnvironmentConfig>

export const UpdateChangeRequestEnvironmentConfig = z
  .object({ changeRequestsEnabled: z.boolean(), requiredApprovals: z.int().min(0).optional() })
  .meta({ id: 'updateChangeRequestEnvironmentConfigSchema' })
