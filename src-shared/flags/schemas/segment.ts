import { z } from 'zod'

import { Constraint, ConstraintInput } from './constraint.ts'
import { CoercedText, Instant } from '../../schemas/scalars.ts'
import { MANY, Name, Prose } from '../../schemas/bounded.ts'

const SegmentName = CoercedText.superRefine((name, context) => {
  if (name === '')
    context.addIssue({ code: 'custom', message: '"name" is not allowed to be empty.', input: name })
})

/**
 * A segment as sent: named constraints for strategies to share; of one project, or of all
 * (docs/contract/flags.md#segments).
 */
export const UpsertSegment = z
  .object({
    name: SegmentName,
    description: Prose.nullish(),
    project: Name.nullish(),
    constraints: z.array(ConstraintInput).max(MANY),
  })
  .meta({ id: 'upsertSegmentSchema' })
export type UpsertSegment = z.output<typeof UpsertSegment>

export const ValidateSegment = z.object({ name: SegmentName }).meta({ id: 'nameSchema' })

export const Segment = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    /** Absent for a segment of all projects (recorded exchanges segments/create and segments/with-project). */
    project: z.string().optional(),
    constraints: z.array(Constraint),
    createdBy: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'segmentSchema' })
export type Segment = z.output<typeof Segment>

/** Segment in lists, with the number of projects and flags that use it. */
export const ListedSegment = Segment.extend({ usedInProjects: z.int(), usedInFeatures: z.int() }).meta({
  id: 'listedSegmentSchema',
})
export type ListedSegment = z.output<typeof ListedSegment>

/** A strategy that uses a segment, and where it stands. */
export const SegmentStrategy = z
  .object({
    id: z.string(),
    projectId: z.string(),
    featureName: z.string(),
    strategyName: z.string(),
    environment: z.string(),
  })
  .meta({ id: 'segmentStrategySchema' })
export type SegmentStrategy = z.output<typeof SegmentStrategy>

export const StrategySegments = z
  .object({
    projectId: Name,
    environmentId: Name,
    strategyId: Name,
    segmentIds: z.array(z.int()).max(MANY),
  })
  .meta({ id: 'updateFeatureStrategySegmentsSchema' })
