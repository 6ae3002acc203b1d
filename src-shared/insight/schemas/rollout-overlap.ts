import { z } from 'zod'

import { Line, Name } from '../../schemas/bounded.ts'

/** The most groups and warnings of one answer, rollouts of a group, and flags that a warning names. */
export const MAX_GROUPS = 200
export const MAX_GROUP_ROLLOUTS = 100
export const MAX_WARNED_FLAGS = 20

export const RolloutOverlapQuery = z.object({
  environment: Name.min(1),
  /** Only groups of this flag. */
  feature: Name.min(1).optional(),
  /** Another flag, whose rollouts are compared with those of `feature`. */
  other: Name.min(1).optional(),
  /** Only this group, even if no flag of the project has it. */
  groupId: Line.optional(),
})
export type RolloutOverlapQuery = z.output<typeof RolloutOverlapQuery>

export const GroupedRollout = z
  .object({
    project: z.string(),
    feature: z.string(),
    /** True if the flag is on in the environment. */
    enabled: z.boolean(),
    stickiness: z.string(),
    /** Percent. */
    rollout: z.int(),
    /** True if constraints or segments limit it further. */
    isTargeted: z.boolean(),
    /** True for flags of the type `experiment`, and for those with variants to choose from. */
    isExperiment: z.boolean(),
  })
  .meta({ id: 'groupedRolloutSchema' })
export type GroupedRollout = z.output<typeof GroupedRollout>

export const RolloutGroup = z
  .object({
    groupId: z.string(),
    /** The largest one first. */
    rollouts: z.array(GroupedRollout),
    rolloutCount: z.int(),
  })
  .meta({ id: 'rolloutGroupSchema' })
export type RolloutGroup = z.output<typeof RolloutGroup>

export const OverlapWarning = z
  .object({
    rule: z.enum(['same-users', 'same-variants']),
    groupId: z.string(),
    /** Experiments that depend on each other, the first of them by name. */
    flags: z.array(z.object({ project: z.string(), name: z.string() })),
    flagCount: z.int(),
    message: z.string(),
    /** Next step. */
    change: z.string(),
  })
  .meta({ id: 'overlapWarningSchema' })
export type OverlapWarning = z.output<typeof OverlapWarning>

const ComparedRollout = z.object({
  feature: z.string(),
  groupId: z.string(),
  stickiness: z.string(),
  rollout: z.int(),
})

const ComparedFlag = z.object({
  project: z.string(),
  name: z.string(),
  /** True if the flag is on in the environment. Shares are as if it was. */
  enabled: z.boolean(),
  /** True if constraints or segments limit all strategies that are compared. Shares are of users who match them. */
  isTargeted: z.boolean(),
  /** Number of strategies for some users only, which are left out as others are for users at large. */
  leftOut: z.int(),
  /** True if parents decide, too. */
  hasParents: z.boolean(),
})

/** Share of users in two flags (ADR 89). */
export const FlagComparison = z
  .object({
    flags: z.tuple([ComparedFlag, ComparedFlag]),
    /** One share, or two where `default` looks at another field with a user ID than without. Empty: it is not known. */
    shares: z.array(
      z.object({
        of: z.enum(['everybody', 'with-user-id', 'without-user-id']),
        /** Percent of users. */
        both: z.number(),
        onlyFirst: z.number(),
        onlySecond: z.number(),
        neither: z.number(),
        /** `certain`: a flag lets in everybody or nobody. `same`: both place users by the same hash. `mixed`: also by others. */
        relation: z.enum(['certain', 'same', 'independent', 'mixed']),
        /** True: so by the hash, user by user. False: a product, as groups are independent of each other. */
        isExact: z.boolean(),
        reason: z.string(),
      }),
    ),
    /** The reason why the share is not known; null: it is. */
    unknown: z.string().nullable(),
  })
  .meta({ id: 'flagComparisonSchema' })
export type FlagComparison = z.output<typeof FlagComparison>

export const RolloutOverlap = z
  .object({
    environment: z.string(),
    /** Rollouts that look at the same users; those with warnings come first. */
    groups: z.array(RolloutGroup),
    groupCount: z.int(),
    /** Experiments that are not independent of each other. */
    warnings: z.array(OverlapWarning),
    warningCount: z.int(),
    /** Each rollout of `feature` beside each one of `other`. Empty without these. */
    pairs: z.array(
      z.object({
        rollouts: z.tuple([ComparedRollout, ComparedRollout]),
        /** Users for whom both look at the same position. */
        samePosition: z.enum(['everybody', 'with-user-id', 'without-user-id', 'nobody']),
        /** Percent of users in both. */
        percent: z.number(),
        /** False: a product, as groups are independent of each other. */
        isExact: z.boolean(),
      }),
    ),
    /** Share of users in `feature` and `other` as a whole; null without these. */
    comparison: FlagComparison.nullable(),
    /** Number of rollouts that were compared. */
    rolloutCount: z.int(),
    /** True if a group has more rollouts than are compared. */
    isPartial: z.boolean(),
  })
  .meta({ id: 'rolloutOverlapSchema' })
export type RolloutOverlap = z.output<typeof RolloutOverlap>
