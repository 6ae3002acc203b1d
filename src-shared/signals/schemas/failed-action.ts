import { z } from 'zod'

import { SnapshotAction } from './action.ts'
import { MissingPermission } from './action-execution.ts'
import { Instant } from '../../schemas/scalars.ts'

/** Something that would make the execution fail again, were it retried now. */
export const FailureCause = z.discriminatedUnion('kind', [
  /** The service account needs this permission in the project. */
  MissingPermission.extend({ kind: z.literal('permission') }),
  z.object({
    kind: z.literal('flag'),
    featureName: z.string(),
    is: z.enum(['missing', 'archived', 'elsewhere']),
    /** Project that has it; null: none. */
    project: z.string().nullable(),
  }),
  z.object({ kind: z.literal('environment'), environment: z.string() }),
  z.object({ kind: z.literal('actor') }),
  z.object({ kind: z.literal('set'), is: z.enum(['off', 'deleted']) }),
  z.object({
    kind: z.literal('endpoint'),
    is: z.enum(['off', 'deleted']),
    id: z.int(),
    name: z.string().nullable(),
  }),
])
export type FailureCause = z.output<typeof FailureCause>

/** Failed execution that was neither retried nor dismissed. */
export const FailedAction = z
  .object({
    id: z.int(),
    project: z.string(),
    actionSetId: z.int(),
    actionSetName: z.string(),
    signalId: z.int(),
    /** The endpoint of the signal. */
    sourceId: z.int(),
    createdAt: Instant,
    attempt: z.int(),
    /** Name of the user who retried it last; null: the signal started it. */
    requestedBy: z.string().nullable(),
    /** Service account of the set: the current one, or the last one. */
    actor: z.object({ id: z.int(), name: z.string().nullable() }),
    actions: z.array(SnapshotAction),
    causes: z.array(FailureCause),
    /** Tells whether it can be retried: the set exists and is enabled. */
    canRetry: z.boolean(),
  })
  .meta({ id: 'failedActionSchema' })
export type FailedAction = z.output<typeof FailedAction>

export const FailedActions = z
  .object({ failures: z.array(FailedAction), total: z.int() })
  .meta({ id: 'failedActionsSchema' })

/** Failures of each set, in the projects whose settings the caller may read. */
export const FailedActionCount = z
  .object({
    total: z.int(),
    sets: z.array(z.object({ project: z.string(), actionSetId: z.int(), failures: z.int() })),
  })
  .meta({ id: 'failedActionCountSchema' })

export const RetryFailedActions = z
  .object({
    /** Goes on with what an earlier request left: failures that came after this one are left alone. */
    upTo: z.int().min(0).optional(),
  })
  .meta({ id: 'retryFailedActionsSchema' })

export const RetriedActions = z
  .object({ succeeded: z.int(), failed: z.int(), left: z.int(), upTo: z.int() })
  .meta({ id: 'retriedActionsSchema' })
export type RetriedActions = z.output<typeof RetriedActions>

/** Failures by id, or all of a set. */
export const DismissFailedActions = z
  .object({ ids: z.array(z.int()).min(1).max(100).optional(), actionSetId: z.int().optional() })
  .meta({ id: 'dismissFailedActionsSchema' })
