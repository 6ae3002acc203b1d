import { z } from 'zod'

import { PullLine, RemoteTokenInput } from './remote.ts'
import { Instant } from '../../schemas/scalars.ts'
import { Name } from '../../schemas/bounded.ts'

const Side = z.enum(['mine', 'theirs'])
/** Properties of a flag in one environment, in reading order. */
export const FlagProperty = z.enum([
  'presence',
  'description',
  'type',
  'stale',
  'impressionData',
  'tags',
  'dependencies',
  'links',
  'enabled',
  'strategies',
  'variants',
])

/** Pull, with the side to take for each conflict (docs/versions.md#remotes). */
export const RemotePull = PullLine.extend({
  ...RemoteTokenInput.shape,
  /** Creates the project, the environment and the segments that do not exist here. */
  createMissing: z.boolean().optional(),
  choices: z
    .array(z.object({ flag: Name, property: FlagProperty.optional(), take: Side }))
    .max(5000)
    .default([]),
  /** For conflicts that no choice names. */
  conflicts: Side.optional(),
  /** Fingerprint from a preview. The pull fails if either side has changed since. */
  fingerprint: Name.optional(),
}).meta({ id: 'remotePullSchema' })
export type RemotePull = z.output<typeof RemotePull>

const MergedFlag = z.object({
  flag: z.string(),
  deed: z.enum(['create', 'revive', 'change', 'archive', 'leave']),
  differences: z.array(
    z.object({
      property: FlagProperty,
      outcome: z.enum(['mine', 'theirs', 'conflict']),
      take: Side.nullable(),
      base: z.unknown(),
      mine: z.unknown(),
      theirs: z.unknown(),
    }),
  ),
})

const MissingDependencies = z.object({
  project: z.boolean(),
  environment: z.boolean(),
  /** The environment is here, and the project does not have it. */
  environmentOfProject: z.boolean(),
  segments: z.array(z.string()),
})
export type MissingDependencies = z.output<typeof MissingDependencies>

export const RemotePullPreview = z
  .object({
    fingerprint: z.string(),
    lastPulledAt: Instant.nullable(),
    missing: MissingDependencies,
    /** Reason that it cannot be done, in plain words. */
    blockers: z.array(z.string()),
    /** Facts to know before, such as flags that cannot follow the remote. */
    notes: z.array(z.string()),
    /** Flags in which something differs. */
    flags: z.array(MergedFlag),
    /** Flags that are alike on both sides. */
    alike: z.int(),
    conflicts: z.int(),
  })
  .meta({ id: 'remotePullPreviewSchema' })
export type RemotePullPreview = z.output<typeof RemotePullPreview>

export const RemotePullResult = z
  .object({
    created: z.array(z.string()),
    revived: z.array(z.string()),
    changed: z.array(z.string()),
    archived: z.array(z.string()),
    left: z.array(z.string()),
    /** Flags that did not follow the remote, with the reason. */
    notes: z.array(z.string()),
    alike: z.int(),
  })
  .meta({ id: 'remotePullResultSchema' })
export type RemotePullResult = z.output<typeof RemotePullResult>
