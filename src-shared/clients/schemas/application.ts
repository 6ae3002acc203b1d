import { z } from 'zod'

import { Feature } from '../../flags/schemas/feature.ts'
import { Instant } from '../../schemas/scalars.ts'
import { StrategyType } from '../../flags/schemas/strategy-type.ts'
import { Line, MANY, Name, Prose } from '../../schemas/bounded.ts'

const Usage = z.array(z.object({ project: z.string(), environments: z.array(z.string()) }))

/** An application that uses flags, as listed (docs/contract/clients.md#applications). */
export const ListedApplication = z
  .object({
    appName: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
    description: z.string().nullable(),
    strategies: z.array(z.string()),
    createdBy: z.string(),
    url: z.string().nullable(),
    color: z.string().nullable(),
    icon: z.string().nullable(),
    project: z.string().optional(),
    environment: z.string().optional(),
    usage: Usage,
  })
  .meta({ id: 'applicationSchema' })
export type ListedApplication = z.output<typeof ListedApplication>

export const Applications = z
  .object({ applications: z.array(ListedApplication), total: z.int() })
  .meta({ id: 'applicationsSchema' })

/**
 * One application: its instances, the strategies it knows, the flags it has asked for (recorded exchange
 * metrics/application).
 */
export const ApplicationDetails = ListedApplication.omit({
  strategies: true,
  project: true,
  environment: true,
})
  .extend({
    instances: z.array(
      z.object({
        appName: z.string(),
        instanceId: z.string(),
        sdkVersion: z.string().nullable(),
        sdkType: z.string(),
        clientIp: z.string().nullable(),
        lastSeen: Instant,
        createdAt: Instant,
        environment: z.string(),
      }),
    ),
    strategies: z.array(z.union([StrategyType, z.object({ name: z.string(), notFound: z.literal(true) })])),
    seenToggles: z.array(Feature),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'applicationDetailsSchema' })
export type ApplicationDetails = z.output<typeof ApplicationDetails>

/** Description of an application, as a user enters it. Fields that are not sent stay unchanged. */
export const CreateApplication = z
  .object({
    description: Prose.nullish(),
    icon: Line.nullish(),
    url: Line.nullish(),
    color: Name.nullish(),
    strategies: z.array(Name).max(MANY).optional(),
  })
  .meta({ id: 'createApplicationSchema' })
export type CreateApplication = z.output<typeof CreateApplication>

/** Application by environment, with its issues there (recorded exchange metrics/application-overview). */
export const ApplicationOverview = z
  .object({
    projects: z.array(z.string()),
    featureCount: z.int(),
    environments: z.array(
      z.object({
        name: z.string(),
        instanceCount: z.int(),
        sdks: z.array(z.string()),
        frontendSdks: z.array(z.string()),
        backendSdks: z.array(z.string()),
        lastSeen: Instant,
        issues: z.object({ missingFeatures: z.array(z.string()), outdatedSdks: z.array(z.string()) }),
      }),
    ),
    issues: z.object({ missingStrategies: z.array(z.string()) }),
  })
  .meta({ id: 'applicationOverviewSchema' })
export type ApplicationOverview = z.output<typeof ApplicationOverview>

export const EnvironmentInstances = z
  .object({
    instances: z.array(
      z.object({
        instanceId: z.string(),
        clientIp: z.string().nullable(),
        sdkVersion: z.string().nullable(),
        lastSeen: Instant,
      }),
    ),
  })
  .meta({ id: 'applicationEnvironmentInstancesSchema' })

export const OutdatedSdks = z
  .object({ sdks: z.array(z.object({ sdkVersion: z.string(), applications: z.array(z.string()) })) })
  .meta({ id: 'outdatedSdksSchema' })
export type OutdatedSdks = z.output<typeof OutdatedSdks>

/** A name that SDKs asked for and no flag has (recorded exchange metrics/unknown-flags). */
export const UnknownFlag = z
  .object({
    name: z.string(),
    lastSeenAt: Instant,
    lastEventAt: Instant.nullable(),
    reports: z.array(
      z.object({
        appName: z.string(),
        environments: z.array(z.object({ environment: z.string(), seenAt: Instant })),
      }),
    ),
  })
  .meta({ id: 'unknownFlagSchema' })
export type UnknownFlag = z.output<typeof UnknownFlag>

/** The applications of a project (recorded exchange metrics/project-applications). */
export const ProjectApplications = z
  .object({
    applications: z.array(
      z.object({
        name: z.string(),
        environments: z.array(z.string()),
        instances: z.array(z.string()),
        sdks: z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
      }),
    ),
    total: z.int(),
  })
  .meta({ id: 'projectApplicationsSchema' })
export type ProjectApplications = z.output<typeof ProjectApplications>

const count = z.int().optional()

/** Counts of what was reported and not kept, by kind. What is not there was all kept. */
export const NotKept = z
  .object({
    newApplicationsPerHour: z.int(),
    megabytesPerHour: z.int(),
    notKept: z.object({
      application: count,
      instance: count,
      count,
      'unknown-flag': count,
      context: count,
      impression: count,
      metric: count,
    }),
  })
  .meta({ id: 'reportsNotKeptSchema' })
export type NotKept = z.output<typeof NotKept>
