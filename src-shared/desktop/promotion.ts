import { z } from 'zod'

import type { ScenarioPlan } from '../transfer/schemas/scenario.ts'
import { ProfileId } from './profiles.ts'

/** Most flags that are promoted at once: a person reads their plan. */
export const MAX_PROMOTED = 500
const MAX_ENVIRONMENTS = 200

const Name = z.string().min(1).max(255)
const sides = { from: ProfileId, to: ProfileId }
const chosen = {
  ...sides,
  flags: z.array(Name).min(1, 'Choose flags.').max(MAX_PROMOTED, `Choose at most ${MAX_PROMOTED} flags.`),
  /** Environments whose state is promoted; all others stay as they are. */
  environments: z.array(Name).max(MAX_ENVIRONMENTS),
  /** Create the projects, tag types and segments that the flags need. */
  createMissing: z.boolean(),
}

const areTwo = ({ from, to }: { from: ProfileId; to: ProfileId }) => from !== to
const TWICE = { error: 'Choose two different instances.', path: ['to'] }

export const ProfilePair = z.strictObject(sides).refine(areTwo, TWICE)
export type ProfilePair = z.infer<typeof ProfilePair>

/** Flags of one profile, chosen for another. */
export const Promotion = z.strictObject(chosen).refine(areTwo, TWICE)
export type Promotion = z.infer<typeof Promotion>

/** Promotion whose plan somebody has seen. */
export const PlannedPromotion = z
  .strictObject({ ...chosen, fingerprint: z.string().min(1).max(100) })
  .refine(areTwo, TWICE)
export type PlannedPromotion = z.infer<typeof PlannedPromotion>

/** Properties of a flag that are compared; its project stays as it is. */
export const WHOLE_PROPERTIES = [
  'type',
  'description',
  'impressionData',
  'stale',
  'tags',
  'links',
  'dependencies',
] as const
/** Properties of a flag in an environment. */
export const ENVIRONMENT_PROPERTIES = ['enabled', 'strategies', 'variants'] as const

/** Property that differs; with an environment, in that one. */
export interface FlagDifference {
  property: (typeof WHOLE_PROPERTIES)[number] | (typeof ENVIRONMENT_PROPERTIES)[number]
  environment?: string
}

/** Flag that only one of two profiles has, or that differs. */
export interface ComparedFlag {
  name: string
  project: string
  place: 'from' | 'to' | 'both'
  /** Empty unless both have it. */
  differences: FlagDifference[]
}

/** Comparison of two profiles, without archived flags. */
export interface ProfileComparison {
  flags: ComparedFlag[]
  /** Number of flags that are equal. */
  equal: number
  /** Environments that both have. */
  environments: string[]
  /** Flags that are left out, with the reason. */
  notes: string[]
}

/** Change request that a promotion creates where the other profile wants approvals. */
export interface PlannedRequest {
  project: string
  environment: string
  title: string
  /** Flags with what is requested for each, in words. */
  flags: { name: string; changes: string[] }[]
}

/** Change request that waits for its approvals since a promotion. */
export interface CreatedRequest extends Pick<PlannedRequest, 'project' | 'environment'> {
  id: number
}

/** Outcome of a promotion. */
export interface PromotionResult {
  plan: ScenarioPlan
  requests: CreatedRequest[]
}

/** Consequences of a promotion. */
export interface PromotionPlan {
  /** Steps at the other profile; null while something is missing there or blocks the promotion. */
  plan: ScenarioPlan | null
  /** Changes that need approval there: they are requested, and nothing else happens to them. */
  requests: PlannedRequest[]
  /** Says which states the plan was made for. */
  fingerprint: string
  /** Names of what the other profile lacks, such as "the segment nordic". */
  missing: string[]
  /** Reasons why it can't be done. */
  blockers: string[]
  /** Facts to know before. */
  notes: string[]
}
