import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** An event as undo names it: enough for a line with a link. */
export const NamedEvent = z
  .object({
    id: z.int(),
    type: z.string(),
    label: z.string(),
    createdAt: Instant,
    createdBy: z.string(),
    createdByUserId: z.int(),
    featureName: z.string().nullable(),
    project: z.string().nullable(),
    environment: z.string().nullable(),
  })
  .meta({ id: 'namedEventSchema' })
export type NamedEvent = z.output<typeof NamedEvent>

/** Change of one part. A missing value: the part is not there. */
export const ChangedPart = z
  .object({
    path: z.array(z.string()).readonly(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ id: 'changedPartSchema' })
export type ChangedPart = z.output<typeof ChangedPart>

/** `event`: this event alone. `write`: all events that were written with it, such as those of an import. */
export const UndoScope = z.object({ scope: z.enum(['event', 'write']).optional() }).meta({ id: 'undoSchema' })

/** Reason why something cannot be undone or restored now, as its error would say it. */
export const UndoRefusal = z
  .object({ name: z.string(), message: z.string() })
  .meta({ id: 'undoRefusalSchema' })

export const UndoPreview = z
  .object({
    events: z.array(NamedEvent),
    /** Number of events that were written with the event, itself included. */
    writeSize: z.int(),
    changes: z.array(ChangedPart),
    /** Newer events that changed the same parts, newest first. */
    dependents: z.array(NamedEvent),
    hiddenDependents: z.int(),
    hasMoreDependents: z.boolean(),
    refusal: UndoRefusal.nullable(),
    /** Place where the undo has to be requested: `changes` are what to request. */
    changeRequest: z.object({ project: z.string(), environment: z.string() }).optional(),
  })
  .meta({ id: 'undoPreviewSchema' })
export type UndoPreview = z.output<typeof UndoPreview>

/** Changes made to undo or restore something. */
export const UndoResult = z.object({ changes: z.array(ChangedPart) }).meta({ id: 'undoResultSchema' })
