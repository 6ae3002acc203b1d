import { z } from 'zod'

import { CreateDependency } from '#shared/flags/schemas/feature.ts'
import {
  MilestoneProgression,
  TemplateChoice,
  UpdateMilestoneStrategy,
} from '../../flags/schemas/release-plan.ts'
import { CreateSafeguard } from '../../flags/schemas/safeguard.ts'
import { UpsertSegment } from '../../flags/schemas/segment.ts'
import { CreateStrategy, UpdateStrategy } from '../../flags/schemas/strategy.ts'
import { EnvironmentVariantInput } from '../../flags/schemas/variant.ts'
import { MANY, Name } from '../../schemas/bounded.ts'
import { InstantInput } from '../../schemas/scalars.ts'

/**
 * The kinds of change that can be asked for, each with the body of the operation that makes it directly
 * (docs/contract/changes.md#kinds).
 */
const ofFlag = <A extends string, P extends z.ZodType>(action: A, payload: P) =>
  z.object({ action: z.literal(action), feature: Name.min(1), payload })
const ofSegment = <A extends string, P extends z.ZodType>(action: A, payload: P) =>
  z.object({ action: z.literal(action), feature: z.null().optional(), payload })

const Nothing = z.null().optional()
const OfPlan = z.object({ planId: Name })

export const RequestedChange = z
  .discriminatedUnion('action', [
    ofFlag(
      'updateEnabled',
      z.object({
        enabled: z.boolean(),
        shouldActivateDisabledStrategies: z.boolean().optional(),
        /** Time at which it is turned back; Halyard's own. */
        until: InstantInput.optional(),
      }),
    ),
    ofFlag('addStrategy', CreateStrategy),
    ofFlag('updateStrategy', UpdateStrategy.extend({ id: Name })),
    ofFlag('deleteStrategy', z.object({ id: Name })),
    ofFlag(
      'reorderStrategy',
      z
        .array(z.object({ id: Name, sortOrder: z.number() }))
        .max(MANY)
        .min(1),
    ),
    ofFlag('patchVariant', z.object({ variants: z.array(EnvironmentVariantInput).max(MANY) })),
    ofFlag('archiveFeature', Nothing),
    ofFlag('addDependency', CreateDependency),
    ofFlag('deleteDependency', Nothing),
    ofFlag('addReleasePlan', TemplateChoice),
    ofFlag('deleteReleasePlan', OfPlan),
    ofFlag('startMilestone', OfPlan.extend({ milestoneId: Name })),
    ofFlag('updateMilestoneStrategy', UpdateMilestoneStrategy.extend({ id: Name })),
    ofFlag('changeMilestoneProgression', MilestoneProgression.extend({ sourceMilestone: Name })),
    ofFlag('deleteMilestoneProgression', z.object({ sourceMilestone: Name })),
    ofFlag('resumeMilestoneProgression', OfPlan),
    ofFlag('changeReleasePlanSafeguard', OfPlan.extend({ safeguard: CreateSafeguard })),
    ofFlag('deleteReleasePlanSafeguard', OfPlan.extend({ safeguardId: Name })),
    ofFlag('changeFeatureEnvSafeguard', z.object({ safeguard: CreateSafeguard })),
    ofFlag('deleteFeatureEnvSafeguard', z.object({ safeguardId: Name })),
    ofSegment('updateSegment', UpsertSegment.extend({ id: z.int() })),
    ofSegment('deleteSegment', z.object({ id: z.int() })),
  ])
  .meta({ id: 'changeRequestChangeInputSchema' })
export type RequestedChange = z.output<typeof RequestedChange>
export type ChangeAction = RequestedChange['action']

/** The change of one kind. */
export type ChangeOf<A extends ChangeAction> = Extract<RequestedChange, { action: A }>

/** One change, or several at once. */
export const RequestedChanges = z
  .union([RequestedChange, z.array(RequestedChange).max(MANY).min(1)])
  .meta({ id: 'changeRequestChangesInputSchema' })
