import { z } from 'zod'

import { NamedEvent } from '../../audit/schemas/undo.ts'
import { OverlayName } from '../../flags/schemas/override.ts'
import { MANY, mapOf, Name, withMost } from '../../schemas/bounded.ts'
import { Instant, InstantInput } from '../../schemas/scalars.ts'

/** Context of an evaluation: fields at the root, or among the properties. */
export const SentContext = withMost(
  z.object({ properties: mapOf(Name, z.unknown(), MANY).optional() }).catchall(z.unknown()),
  MANY,
)

/** Search for the changes of a result: of a flag, or of all flags of a project. */
export const ResultChangesRequest = z
  .object({
    flag: Name.min(1).optional(),
    project: Name.min(1).optional(),
    environment: Name.min(1),
    /** Name of an API token, and of an overlay: overrides for requests with them are part of the past. */
    token: Name.optional(),
    overlay: OverlayName.optional(),
    context: SentContext.optional(),
    /** Absent: as far back as the log goes. */
    since: InstantInput.optional(),
    /** Absent: now. */
    until: InstantInput.optional(),
  })
  .refine(({ flag, project }) => (flag === undefined) !== (project === undefined), {
    path: ['flag'],
    message: 'name a flag or a project, and not both',
  })
  .meta({ id: 'resultChangesRequestSchema' })

/** Result of a flag at a time, with its reason. */
export const FlagOutcome = z
  .object({
    enabled: z.boolean(),
    /** Null: none. */
    variant: z.string().nullable(),
    payload: z.object({ type: z.string(), value: z.string() }).optional(),
    reason: z.string(),
    /** The reason in sentences, the decisive one first. */
    explanation: z.array(z.string()),
  })
  .meta({ id: 'flagOutcomeSchema' })
export type FlagOutcome = z.output<typeof FlagOutcome>

/** Parts of an outcome that can change. */
const OutcomePart = z.enum(['enabled', 'variant', 'reason'])
export type OutcomePart = z.output<typeof OutcomePart>

/** Event of a write that changed a result. */
export const ResultEvent = NamedEvent.extend({ canUndo: z.boolean() }).meta({ id: 'resultEventSchema' })

/** Change of a result: by the events of one write, or by time alone, as a constraint on the date came true. */
export const ResultChange = z
  .object({
    flag: z.string(),
    at: Instant,
    cause: z.enum(['events', 'time']),
    /** The events of the write that can have changed it, in order; the first ones of many. */
    events: z.array(ResultEvent),
    differs: z.array(OutcomePart),
    before: FlagOutcome,
    after: FlagOutcome,
  })
  .meta({ id: 'resultChangeSchema' })
export type ResultChange = z.output<typeof ResultChange>

/** Place in the log before which a result is not known. */
export const KnownLimit = z
  .object({
    /** Null: all flags. */
    flag: z.string().nullable(),
    before: Instant,
    reason: z.string(),
  })
  .meta({ id: 'knownLimitSchema' })
export type KnownLimit = z.output<typeof KnownLimit>

export const ResultChanges = z
  .object({
    environment: z.string(),
    context: z.record(z.string(), z.unknown()),
    /** Result of the flag at the end of the search; null if a project was searched, or if it is not known. */
    outcome: FlagOutcome.nullable(),
    /** Newest first. */
    changes: z.array(ResultChange),
    /** Number of further changes at the time of the last one, for which there is no room, as one write can change each flag. */
    omitted: z.int(),
    /** True if the search ended before it came to its beginning: search again until `searchedTo`. */
    hasMore: z.boolean(),
    /** Time down to which the log was searched. Null: down to its beginning. */
    searchedTo: Instant.nullable(),
    /** Number of events that were looked at. */
    examined: z.int(),
    /** True if a result depends on chance: the context has nothing to be sticky on. */
    byChance: z.boolean(),
    /** Places before which the log does not tell the result. */
    limits: z.array(KnownLimit),
  })
  .meta({ id: 'resultChangesSchema' })
export type ResultChanges = z.output<typeof ResultChanges>
