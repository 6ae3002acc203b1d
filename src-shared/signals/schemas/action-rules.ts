import { z } from 'zod'

import { Instant, Integer } from '../../schemas/scalars.ts'
import { SKIP_REASONS } from '../rules/pace.ts'
import { ActionFilters } from './action.ts'

/** Automatic retries of an execution, at most. */
export const MAX_RETRIES = 5
/** Executions an hour, at most, where a set bounds them. */
export const MAX_PER_HOUR = 60
/** Flags that a reset puts back, at most: a set by tag may switch thousands. */
export const MAX_RESTORED = 100

/** Rules of an action set for its executions; Halyard's own. */
export const ActionRules = z
  .object({
    /** After an action that fails: execute no other, or go on with the others. */
    onFailure: z.enum(['stop', 'continue']).default('stop'),
    /** Number of retries after a failure that may pass. */
    retries: Integer.min(0).max(MAX_RETRIES).default(0),
    /** Wait before the first retry. Each further wait is twice as long. */
    retryAfterSeconds: Integer.min(1).max(3600).default(60),
    /** After an execution, signals are skipped for so long. 0: none are. */
    coolDownMinutes: Integer.min(0).max(1440).default(0),
    /** null: as many as signals come. */
    maxPerHour: Integer.min(1).max(MAX_PER_HOUR).nullable().default(null),
    /** Filters of signals that say that it is over: what the set switched is put back. null: none do. */
    reset: ActionFilters.nullable().default(null),
  })
  .meta({ id: 'actionRulesSchema' })
export type ActionRules = z.output<typeof ActionRules>

export const NOTE_KINDS = ['skipped', 'reset'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** Switch of a flag, as an event told of it. */
const Switched = z.object({
  eventId: z.int(),
  featureName: z.string().nullable(),
  environment: z.string().nullable(),
})

/** Note of a signal that matched a set and did not execute it. */
const Note = {
  id: z.int(),
  actionSetId: z.int(),
  signalId: z.int(),
  createdAt: Instant,
}
const Skipped = z.object({
  ...Note,
  kind: z.literal('skipped'),
  reason: z.enum(SKIP_REASONS),
  /** End of the cool-down, or the time at which the hour has room again. */
  until: Instant,
})
const Reset = z.object({
  ...Note,
  kind: z.literal('reset'),
  restored: z.array(Switched),
  /** Left as it is, with the reason: somebody changed it meanwhile, or the service account may not. */
  left: z.array(Switched.extend({ reason: z.string() })),
  /** True: the set switched more than a reset puts back, so it put back none. */
  isTooMuch: z.boolean(),
})
export const ActionSetNote = z
  .discriminatedUnion('kind', [Skipped, Reset])
  .meta({ id: 'actionSetNoteSchema' })
export type ActionSetNote = z.output<typeof ActionSetNote>

export const ActionSetNotes = z.object({ notes: z.array(ActionSetNote) }).meta({ id: 'actionSetNotesSchema' })
