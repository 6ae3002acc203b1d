import { z } from 'zod'

import { RequestedChange } from './requested-change.ts'
import { Instant } from '../../schemas/scalars.ts'
import { UpsertSegment } from '../../flags/schemas/segment.ts'
import { CreateStrategy } from '../../flags/schemas/strategy.ts'
import { Name } from '../../schemas/bounded.ts'

/** Time range of the contexts to examine. */
export const SeenWindow = z.enum(['1h', '24h', '7d'])
export type SeenWindow = z.output<typeof SeenWindow>

const SetDefaultStrategy = z.object({
  action: z.literal('setDefaultStrategy'),
  feature: z.null().optional(),
  payload: CreateStrategy,
})

/** A change that has not been made: what a change request may ask for, and the default strategy. */
export const ProposedChange = z
  .discriminatedUnion('action', [...RequestedChange.options, SetDefaultStrategy])
  .meta({ id: 'proposedChangeSchema' })
export type ProposedChange = z.output<typeof ProposedChange>

export const ProposedChanges = z
  .object({
    /** Environment of the change. Absent: all environments, for changes that apply to every environment. */
    environment: Name.min(1).optional(),
    window: SeenWindow.optional(),
    changes: z.array(ProposedChange).min(1).max(100),
  })
  .meta({ id: 'proposedChangesSchema' })
export type ProposedChanges = z.output<typeof ProposedChanges>

export const ProposedSegment = z
  .object({
    window: SeenWindow.optional(),
    /** Segment after the change. null: deleted. */
    segment: UpsertSegment.nullable(),
  })
  .meta({ id: 'proposedSegmentSchema' })

const figures = {
  /** Contexts seen; the other four add up to it for one flag in one environment. */
  seen: z.int(),
  turnsOn: z.int(),
  turnsOff: z.int(),
  /** On before and after, with another variant. */
  variantChanges: z.int(),
  stays: z.int(),
}

/** One flag in one environment. */
export const FlagFigures = z.object({
  feature: z.string(),
  project: z.string(),
  environment: z.string(),
  ...figures,
})
export type FlagFigures = z.output<typeof FlagFigures>

const Outcome = z.object({
  enabled: z.boolean(),
  /** null: none. */
  variant: z.string().nullable(),
  explanation: z.array(z.string()),
})

/** A context for which a flag comes out differently. */
export const AffectedContext = z.object({
  feature: z.string(),
  environment: z.string(),
  context: z.record(z.string(), z.unknown()),
  /** Number of times it was seen. `lastSeen`: the last time. */
  count: z.int(),
  lastSeen: Instant,
  before: Outcome,
  after: Outcome,
})
export type AffectedContext = z.output<typeof AffectedContext>

/** Effect of a change on recently seen contexts. */
export const BlastRadius = z
  .object({
    window: SeenWindow,
    /**
     * Figures over all flags and environments. A context counts in a figure if some flag turns on, turns off
     * or changes variant for it. It can count in several figures.
     */
    ...figures,
    /** Flags that the change touches, those with the most changes first; at most 200 of `flagsTouched`. */
    flags: z.array(FlagFigures),
    flagsTouched: z.int(),
    samples: z.array(AffectedContext),
    /** True if there were too many contexts. Only the most recent ones were examined. */
    isSampled: z.boolean(),
    /**
     * True if nothing changes yet. The figures are then those of a flag turned on without a strategy of its
     * own.
     */
    isHypothetical: z.boolean(),
  })
  .meta({ id: 'blastRadiusSchema' })
export type BlastRadius = z.output<typeof BlastRadius>
