import { z } from 'zod'

import { MANY, mapOf } from '../schemas/bounded.ts'
import type { MergeOutcome } from '../transfer/merge.ts'
import type { ScenarioList } from '../transfer/schemas/scenario.ts'
import { ProfileId } from './profiles.ts'

const Name = z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.')

/** Instance to copy to this computer. */
export const NewCopy = z.strictObject({ from: ProfileId, name: Name })
export type NewCopy = z.infer<typeof NewCopy>

/** Copy to bring up to date. */
export const CopyUpdate = z.strictObject({ copy: ProfileId })

/** Decision on a difference that both sides have changed since the last copy; without a property, on the whole item. */
export const CopyChoice = z.strictObject({
  item: z.string().min(1).max(600),
  property: z.string().min(1).max(600).optional(),
  take: z.enum(['mine', 'theirs']),
})
export type CopyChoice = z.infer<typeof CopyChoice>

export const CopyDecision = z.strictObject({
  choices: z.array(CopyChoice).max(10_000),
  /** Side to take for conflicts that no choice names; absent: they must all be chosen. */
  conflicts: z.enum(['mine', 'theirs']).optional(),
})
export type CopyDecision = z.infer<typeof CopyDecision>

/** Contexts that a proof evaluates at most. */
export const MAX_CONTEXTS = 50

/** Context of a user, as the playground takes it. */
export const ProofContext = mapOf(z.string().min(1).max(255), z.string().max(1000), MANY)
export type ProofContext = z.infer<typeof ProofContext>

/** Proof to make anew; without contexts, with sampled ones. */
export const NewProof = z.strictObject({
  copy: ProfileId,
  contexts: z
    .array(ProofContext)
    .min(1)
    .max(MAX_CONTEXTS, `Enter at most ${MAX_CONTEXTS} contexts.`)
    .optional(),
})
export type NewProof = z.infer<typeof NewProof>

/** Something that a copy does not have. */
export const LeftOut = z.object({ what: z.string(), why: z.string() })
export type LeftOut = z.infer<typeof LeftOut>

/** Answers of the source and of the copy for the same contexts. */
export const CopyProof = z.object({
  contexts: z.int(),
  environments: z.array(z.string()),
  flags: z.int(),
  compared: z.int(),
  equal: z.int(),
  /** Some of the answers that differ. */
  different: z.array(
    z.object({
      flag: z.string(),
      environment: z.string(),
      context: ProofContext,
      theirs: z.string(),
      mine: z.string(),
    }),
  ),
  /** Flags that are not compared, with the reason. */
  notCompared: z.array(LeftOut),
})
export type CopyProof = z.infer<typeof CopyProof>

/** Facts that a copy keeps about its making. */
export const CopyRecord = z.object({
  halyardCopy: z.literal(1),
  source: z.object({
    id: ProfileId,
    name: z.string(),
    url: z.string(),
    kind: z.enum(['remote', 'original', 'local']),
  }),
  /** Version that the source answered as; null if it did not say. */
  version: z.string().nullable(),
  copiedAt: z.iso.datetime(),
  /** False while an update is being applied, and after one that was cut short. */
  isWhole: z.boolean(),
  counts: z.record(z.string(), z.int()),
  leftOut: z.array(LeftOut),
  proof: CopyProof.nullable(),
})
export type CopyRecord = z.infer<typeof CopyRecord>

/** Addresses at which a copy answers as the version of its source, and as the one after it. */
export interface Rehearsal {
  now: { version: string; url: string }
  next: { version: string; url: string }
}

/** Difference between a copy and its source, on which an update decides. */
export interface CopyDifference {
  /** List and name: `flags/checkout`. */
  item: string
  list: ScenarioList
  name: string
  action: 'create' | 'change' | 'delete' | 'leave'
  properties: {
    /** Path within the item; `presence`: whether it is there at all. */
    property: string
    /** Side that changed it since the last copy; `conflict`: both did. */
    outcome: MergeOutcome
    /** Both values as text, long ones cut; null: none. */
    mine: string | null
    theirs: string | null
  }[]
}

/** Kind of work: a copy is made, brought up to date, or compared with its source. */
export type CopyTask = 'copy' | 'update' | 'proof'

/** Stage of a copy in the making. */
export type CopyPhase = 'reading' | 'deciding' | 'applying' | 'proving' | 'done' | 'failed' | 'cancelled'

/** Stages that end by themselves, in their order. */
export const RUNNING_PHASES = ['reading', 'applying', 'proving'] as const satisfies readonly CopyPhase[]

/** Checks whether a copy goes on by itself. */
export const isRunning = ({ phase }: { phase: CopyPhase }): boolean =>
  RUNNING_PHASES.some((one) => one === phase)

/** Copy in the making, as the window sees it. */
export interface CopyState {
  id: string
  source: { id: string; name: string }
  /** Name of the copy, and its profile as soon as there is one. */
  name: string
  profile: string | null
  task: CopyTask
  phase: CopyPhase
  /** Progress of the phase in words, such as "Flags". */
  doing: string
  done: number
  of: number
  /** Time at which the source may be asked again. */
  waitingUntil: string | null
  differences: CopyDifference[]
  leftOut: LeftOut[]
  counts: Record<string, number>
  proof: CopyProof | null
  /** Reason of a failure, in plain words. */
  problem: string | null
}
