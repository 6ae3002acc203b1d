import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

export const CollaborationMode = z.enum(['open', 'protected', 'private'])

/**
 * Owners of a project. A project without an Owner is shown as owned by the system (document: "Project
 * roles").
 */
export const Owners = z.array(
  z.union([
    z.object({ ownerType: z.literal('system') }),
    z.object({
      ownerType: z.literal('user'),
      name: z.string(),
      email: z.string().nullish(),
      imageUrl: z.string(),
    }),
    z.object({ ownerType: z.literal('group'), name: z.string() }),
  ]),
)

export const OnboardingStatus = z.union([
  z.object({ status: z.literal('onboarding-started') }),
  z.object({ status: z.literal('first-flag-created'), feature: z.string() }),
  z.object({ status: z.literal('onboarded') }),
])

/**
 * A project in the list (docs/contract/projects.md#shapes). `health` and `technicalDebt` are percentages that add up
 * to 100.
 */
export const ProjectListItem = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    health: z.number(),
    technicalDebt: z.number(),
    featureCount: z.number(),
    memberCount: z.number(),
    createdAt: Instant,
    archivedAt: Instant.nullable(),
    mode: CollaborationMode,
    favorite: z.boolean(),
    lastReportedFlagUsage: Instant.nullable(),
    lastUpdatedAt: Instant.nullable(),
    owners: Owners,
    /** Since version 8. */
    onboardingStatus: OnboardingStatus,
  })
  .meta({ id: 'projectSchema' })
export type ProjectListItem = z.output<typeof ProjectListItem>

const stats = [
  'avgTimeToProdCurrentWindow',
  'createdCurrentWindow',
  'createdPastWindow',
  'archivedCurrentWindow',
  'archivedPastWindow',
  'projectActivityCurrentWindow',
  'projectActivityPastWindow',
  'projectMembersAddedCurrentWindow',
] as const

/** The overview (docs/contract/projects.md#shapes); windows are the last 30 days and the 30 before. */
export const ProjectOverview = z
  .object({
    version: z.literal(1),
    stats: z.record(z.enum(stats), z.number()),
    name: z.string(),
    description: z.string().nullable(),
    mode: CollaborationMode,
    featureLimit: z.number().nullable(),
    featureNaming: z.object({
      pattern: z.string().nullable(),
      example: z.string().nullable(),
      description: z.string().nullable(),
    }),
    linkTemplates: z.array(z.object({ title: z.string().nullish(), urlTemplate: z.string() })),
    defaultStickiness: z.string(),
    health: z.number(),
    technicalDebt: z.number(),
    favorite: z.boolean(),
    updatedAt: Instant,
    archivedAt: Instant.nullable().optional(),
    createdAt: Instant,
    onboardingStatus: OnboardingStatus,
    environments: z.array(
      z.object({
        environment: z.string(),
        changeRequestsEnabled: z.boolean().optional(),
        defaultStrategy: z.unknown().optional(),
      }),
    ),
    featureTypeCounts: z.array(z.object({ type: z.string(), count: z.number() })),
    members: z.number(),
  })
  .meta({ id: 'projectOverviewSchema' })
export type ProjectOverview = z.output<typeof ProjectOverview>
