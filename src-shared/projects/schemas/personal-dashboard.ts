import { z } from 'zod'

import { OnboardingStatus, Owners } from './project.ts'
import { Instant } from '../../schemas/scalars.ts'

/** Projects and flags of the caller (docs/contract/projects.md#personal-dashboard). */
export const PersonalDashboard = z
  .object({
    /** Projects of the caller: those with a role of the caller's own, and the project of all users. */
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        health: z.int(),
        technicalDebt: z.int(),
        memberCount: z.int(),
        featureCount: z.int(),
      }),
    ),
    /** Flags that the caller created, the newest first. */
    flags: z.array(z.object({ name: z.string(), type: z.string(), project: z.string() })),
    /** Users who can give the caller a role in a project. */
    projectOwners: z.array(
      z.object({
        ownerType: z.literal('user'),
        name: z.string(),
        email: z.string().nullish(),
        imageUrl: z.string(),
      }),
    ),
    admins: z.array(
      z.object({
        id: z.int(),
        name: z.string().optional(),
        username: z.string().optional(),
        email: z.string().optional(),
        imageUrl: z.string(),
      }),
    ),
  })
  .meta({ id: 'personalDashboardSchema' })
export type PersonalDashboard = z.output<typeof PersonalDashboard>

/** One project, as far as the caller is concerned (docs/contract/projects.md#personal-dashboard). */
export const PersonalDashboardProject = z
  .object({
    latestEvents: z.array(
      z.object({
        id: z.int(),
        summary: z.string().nullable(),
        createdBy: z.string(),
        createdByImageUrl: z.string(),
        createdAt: Instant,
      }),
    ),
    onboardingStatus: OnboardingStatus,
    owners: Owners,
    /** The roles that the caller holds in the project, each once. */
    roles: z.array(z.object({ id: z.int(), name: z.string(), type: z.enum(['project', 'custom']) })),
    insights: z.object({
      /** Null: no history of the health is kept. */
      avgHealthCurrentWindow: z.int().nullable(),
      avgHealthPastWindow: z.int().nullable(),
      totalFlags: z.int(),
      activeFlags: z.int(),
      staleFlags: z.int(),
      potentiallyStaleFlags: z.int(),
      health: z.int(),
      technicalDebt: z.int(),
    }),
  })
  .meta({ id: 'personalDashboardProjectDetailsSchema' })
export type PersonalDashboardProject = z.output<typeof PersonalDashboardProject>
