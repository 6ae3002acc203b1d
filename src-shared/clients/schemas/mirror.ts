import { z } from 'zod'

const Evaluations = z.int().min(0)

/** Outcome of the evaluations that SDKs have reported to a mirror. */
const Forwarding = z.object({
  waiting: z.object({
    /** Counts, starts of instances and impact metrics. */
    reports: z.int(),
    evaluations: Evaluations,
    since: z.string().nullable(),
  }),
  sent: Evaluations,
  sentAt: z.string().nullable(),
  /** Given up: too many waited, or the upstream does not take them. */
  dropped: Evaluations,
  /** Kept here, as an override decides for everybody. */
  overridden: Evaluations,
  /** Sent without an answer: the upstream may have them or not. */
  unconfirmed: Evaluations,
  /** Reason why reports wait; null: there is none. */
  problem: z.string().nullable(),
})

/** State of a mirror; Halyard's own. */
export const MirrorState = z
  .object({
    /** Address of the upstream; null: this instance has flags of its own. */
    url: z.string().nullable(),
    sources: z.array(
      z.object({
        /** null: the upstream has not answered for the token yet. */
        environment: z.string().nullable(),
        projects: z.array(z.string()),
        /** Flags that the token gets. */
        flags: z.int(),
        changedAt: z.string().nullable(),
        checkedAt: z.string().nullable(),
        /** Reason why the last question had no answer; null: it had one. */
        problem: z.string().nullable(),
        /** The settings do not have the token: an SDK came with it. */
        isLearnt: z.boolean(),
        /** The upstream tells of changes at once. */
        isStreamed: z.boolean(),
      }),
    ),
    /** Tokens that SDKs came with; most of them get their flags from a source of another token. */
    learntTokens: z.int(),
    /** null: this instance mirrors none. */
    forwarding: Forwarding.nullable(),
    /** Names under which the upstream may list this mirror; null: this instance mirrors none. */
    self: z
      .object({
        appName: z.string(),
        instanceId: z.string(),
        /** Time at which the upstream took its last report about itself; null: it has not taken any. */
        reportedAt: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'mirrorStateSchema' })
export type MirrorState = z.output<typeof MirrorState>
