import { z } from 'zod'

import { Constraint, ConstraintInput } from './constraint.ts'
import { CoercedText, Instant, Integer } from '../../schemas/scalars.ts'
import { FeatureEnvironmentSafeguard, ReleasePlanSafeguard } from './safeguard.ts'
import { ParametersInput } from './strategy.ts'
import { StrategyVariant, StrategyVariantInput } from './variant.ts'
import { FEW, Line, MANY, Name, Prose } from '../../schemas/bounded.ts'

/** Ten years, in minutes. A longer interval is a typing error, and exceeds the range of dates. */
const LONGEST_INTERVAL = 10 * 366 * 24 * 60

/** Duration of a milestone before the next one starts automatically. */
export const TransitionCondition = z
  .object({ intervalMinutes: Integer.min(1).max(LONGEST_INTERVAL) })
  .meta({ id: 'transitionConditionSchema' })
export type TransitionCondition = z.output<typeof TransitionCondition>

/** After which time a milestone is followed by which other one: the next. */
export const MilestoneProgression = z
  .object({ targetMilestone: Name, transitionCondition: TransitionCondition })
  .meta({ id: 'changeMilestoneProgressionSchema' })

/** Progression after a change. */
export const ChangedProgression = MilestoneProgression.extend({ sourceMilestone: z.string() }).meta({
  id: 'milestoneProgressionSchema',
})

/** The template that a plan is to be copied from. */
export const TemplateChoice = z.object({ templateId: Name }).meta({ id: 'releasePlanTemplateIdSchema' })

const milestoneStrategyFields = {
  title: Line.nullish(),
  disabled: z.boolean().nullish(),
  parameters: ParametersInput.optional(),
  constraints: z.array(ConstraintInput).max(MANY).optional(),
  variants: z.array(StrategyVariantInput).max(MANY).optional(),
  segments: z.array(z.int()).max(MANY).optional(),
}

/**
 * A strategy of a milestone as sent; `strategyName` is the deprecated word for `name`
 * (docs/contract/releases.md#endpoints).
 */
export const MilestoneStrategyInput = z
  .object({
    id: Name.optional(),
    name: Name.min(1).optional(),
    strategyName: Name.min(1).optional(),
    sortOrder: z.number(),
    ...milestoneStrategyFields,
  })
  .superRefine((value, context) => {
    if (value.name !== undefined || value.strategyName !== undefined) return
    context.addIssue({
      code: 'custom',
      path: ['name'],
      message: 'The `name` property is required. It was not present on the data you sent.',
      input: undefined,
    })
  })
  .meta({ id: 'createMilestoneStrategySchema' })
export type MilestoneStrategyInput = z.output<typeof MilestoneStrategyInput>

/** Changes to a strategy of a milestone. Fields that are not sent stay unchanged. */
export const UpdateMilestoneStrategy = z
  .object({
    name: Name.min(1).optional(),
    sortOrder: z.number().optional(),
    ...milestoneStrategyFields,
  })
  .meta({ id: 'updateMilestoneStrategySchema' })
export type UpdateMilestoneStrategy = z.output<typeof UpdateMilestoneStrategy>

const MilestoneName = CoercedText.superRefine((name, context) => {
  if (name.trim() === '')
    context.addIssue({ code: 'custom', message: '"name" is not allowed to be empty.', input: name })
})

export const MilestoneInput = z
  .object({
    id: Name.optional(),
    name: MilestoneName,
    sortOrder: z.int(),
    strategies: z.array(MilestoneStrategyInput).max(MANY).optional(),
  })
  .meta({ id: 'createReleasePlanMilestoneSchema' })
export type MilestoneInput = z.output<typeof MilestoneInput>

export const UpdateMilestone = MilestoneInput.partial().meta({ id: 'updateReleasePlanMilestoneSchema' })
export type UpdateMilestone = z.output<typeof UpdateMilestone>

export const CreateTemplate = z
  .object({
    name: MilestoneName,
    description: Prose.nullish(),
    milestones: z.array(MilestoneInput).max(FEW).nullish(),
  })
  .meta({ id: 'createReleasePlanTemplateSchema' })
export type CreateTemplate = z.output<typeof CreateTemplate>

export const UpdateTemplate = CreateTemplate.extend({ id: Name }).meta({
  id: 'updateReleasePlanTemplateSchema',
})

export const MilestoneStrategy = z
  .object({
    id: z.string(),
    milestoneId: z.string(),
    sortOrder: z.number(),
    title: z.string().nullable(),
    disabled: z.boolean(),
    name: z.string(),
    /** The deprecated duplicate of `name`. */
    strategyName: z.string(),
    parameters: z.record(z.string(), z.string()),
    constraints: z.array(Constraint),
    variants: z.array(StrategyVariant),
    segments: z.array(z.int()),
  })
  .meta({ id: 'releasePlanMilestoneStrategySchema' })
export type MilestoneStrategy = z.output<typeof MilestoneStrategy>

export const Milestone = z
  .object({
    id: z.string(),
    name: z.string(),
    sortOrder: z.int(),
    releasePlanDefinitionId: z.string(),
    startedAt: Instant.nullable(),
    pausedAt: Instant.nullable(),
    progressionExecutedAt: Instant.nullable(),
    transitionCondition: TransitionCondition.nullable(),
    strategies: z.array(MilestoneStrategy),
  })
  .meta({ id: 'releasePlanMilestoneSchema' })
export type Milestone = z.output<typeof Milestone>

export const ReleasePlanTemplate = z
  .object({
    id: z.string(),
    discriminator: z.literal('template'),
    name: z.string(),
    description: z.string().nullable(),
    createdByUserId: z.number(),
    createdAt: Instant,
    archivedAt: Instant.nullable(),
    milestones: z.array(Milestone),
  })
  .meta({ id: 'releasePlanTemplateSchema' })
export type ReleasePlanTemplate = z.output<typeof ReleasePlanTemplate>

/** Release template in the list of a project. `project` is null for a template of the instance. */
export const ProjectReleaseTemplate = ReleasePlanTemplate.extend({ project: z.string().nullable() }).meta({
  id: 'projectReleasePlanTemplateSchema',
})
export type ProjectReleaseTemplate = z.output<typeof ProjectReleaseTemplate>

export const ReleasePlan = z
  .object({
    id: z.string(),
    discriminator: z.literal('plan'),
    name: z.string(),
    description: z.string().nullable(),
    featureName: z.string(),
    environment: z.string(),
    createdByUserId: z.number(),
    createdAt: Instant,
    activeMilestoneId: z.string().nullable(),
    releasePlanTemplateId: z.string(),
    milestones: z.array(Milestone),
    safeguards: z.array(ReleasePlanSafeguard),
  })
  .meta({ id: 'releasePlanSchema' })
export type ReleasePlan = z.output<typeof ReleasePlan>

/**
 * Release plans and safeguards of a flag in an environment. Absent if there are none (openapi
 * featureEnvironmentSchema).
 */
export const ReleaseOfEnvironment = z.object({
  releasePlans: z.array(ReleasePlan).optional(),
  safeguards: z.array(FeatureEnvironmentSafeguard).optional(),
})
export type ReleaseOfEnvironment = z.output<typeof ReleaseOfEnvironment>

/** Active milestone, for lists. */
export const MilestoneOfEnvironment = z.object({
  milestoneName: z.string().optional(),
  milestoneOrder: z.number().optional(),
  totalMilestones: z.number().optional(),
})
export type MilestoneOfEnvironment = z.output<typeof MilestoneOfEnvironment>

/**
 * Reasons why a safeguard sees nothing: nobody reported its metric in its environment, or only with tokens of other projects, or
 * it is of an external source.
 */
const BLINDNESS = ['not-reported', 'other-projects', 'external'] as const
export type Blindness = (typeof BLINDNESS)[number]

/** Current status of a plan and its safeguards. The contract's shapes have no place for it. */
export const ReleaseStatus = z
  .object({
    plan: z
      .object({
        id: z.string(),
        /** Reason why no milestone starts automatically at present. */
        onHold: z.enum(['environment-disabled', 'paused', 'archived']).nullable(),
        /** Milestone that starts next automatically. */
        nextMilestoneId: z.string().nullable(),
        /** Time at which the next milestone starts. null while the plan is on hold. */
        dueAt: Instant.nullable(),
      })
      .nullable(),
    safeguards: z.array(
      z.object({
        id: z.string(),
        /** Current value of the metric. null: no data, and the safeguard does nothing. */
        value: z.number().nullable(),
        /** Reason why nothing that was reported counts. null: some counts, although it may be too little for a value. */
        blind: z.enum(BLINDNESS).nullable(),
        triggeredAt: Instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'releaseStatusSchema' })
export type ReleaseStatus = z.output<typeof ReleaseStatus>
