import { z } from 'zod'

import { Instant, InstantInput } from '../../schemas/scalars.ts'
import { UndoRefusal, ChangedPart } from './undo.ts'
import { Line } from '../../schemas/bounded.ts'

/** Kinds of things that can be looked at as they were; `instance` is everything. */
export const PAST_KINDS = ['flag', 'segment', 'role', 'project', 'instance'] as const
export const PastKind = z.enum(PAST_KINDS)
export type PastKind = z.output<typeof PastKind>

/** Part of the configuration at two times. A missing value: the part was not there. */
export const PastPart = z
  .object({
    path: z.array(z.string()).readonly(),
    then: z.unknown().optional(),
    now: z.unknown().optional(),
    isChanged: z.boolean(),
  })
  .meta({ id: 'pastPartSchema' })
export type PastPart = z.output<typeof PastPart>

/** Place up to which the past is known, and why no further. */
export const PastLimit = z
  .object({
    /** Retention has removed older events. */
    keptFrom: Instant.nullable(),
    /** Events after the time whose loss the log does not describe, such as the deletion of an environment. */
    unknown: z.array(z.object({ id: z.int(), label: z.string(), createdAt: Instant })),
  })
  .meta({ id: 'pastLimitSchema' })

/** State at one time, compared with another time. */
export const Past = z
  .object({
    at: Instant,
    /** The time that it is compared with; null: now. */
    and: Instant.nullable(),
    parts: z.array(PastPart),
    total: z.int(),
    changed: z.int(),
    /** Number of events that were replayed backwards. */
    replayed: z.int(),
    limit: PastLimit,
  })
  .meta({ id: 'pastSchema' })
export type Past = z.output<typeof Past>

export const RestoreRequest = z
  .object({ at: InstantInput, path: z.array(Line.min(1)).min(2).max(8) })
  .meta({ id: 'restorePartSchema' })

export const RestorePreview = z
  .object({ changes: z.array(ChangedPart), refusal: UndoRefusal.nullable() })
  .meta({ id: 'restorePreviewSchema' })
