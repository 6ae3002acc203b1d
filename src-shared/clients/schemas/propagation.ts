import { z } from 'zod'

import { Name } from '../../schemas/bounded.ts'

/** The most SDKs that an answer lists: those first that are behind. */
export const MAX_LISTED_SDKS = 1000

const SdkRevision = z.object({
  /** Name that the application gave itself. */
  appName: z.string().nullable(),
  /** Its connection or instance, as the SDK names it. */
  instance: z.string().nullable(),
  /** Name and version of the SDK. */
  sdk: z.string().nullable(),
  environment: z.string(),
  /** Polls get all flags, deltas what has changed, and a stream is told at once. */
  way: z.enum(['poll', 'delta', 'stream']),
  /** Revision of the flags that it has. */
  revision: z.number(),
  /** Time of the first change that it does not have; null: it has all. */
  behindSince: z.string().nullable(),
  seenAt: z.string(),
})
export type SdkRevision = z.output<typeof SdkRevision>

const InstanceBehind = z.object({
  appName: z.string(),
  instance: z.string(),
  sdk: z.string().nullable(),
  environment: z.string(),
  /** Mirrors or proxies, the one next to the SDK first. */
  via: z.array(z.object({ appName: z.string(), instanceId: z.string() })),
  seenAt: z.string(),
})
export type InstanceBehind = z.output<typeof InstanceBehind>

export const PropagationQuery = z.object({
  /** Only SDKs of this application. */
  application: Name.optional(),
})

/** The SDKs and the revisions that they have; Halyard's own. */
export const Propagation = z
  .object({
    environments: z.array(
      z.object({
        environment: z.string(),
        revision: z.number(),
        sdks: z.number(),
        behind: z.number(),
      }),
    ),
    sdks: z.array(SdkRevision),
    /** Instances that registered through mirrors or proxies in the last day, the one seen last first. */
    behindMirrors: z.array(InstanceBehind),
    behindMirrorsCount: z.int(),
  })
  .meta({ id: 'propagationSchema' })
export type Propagation = z.output<typeof Propagation>
