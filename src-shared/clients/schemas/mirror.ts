import { z } from 'zod'

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
        changedAt: z.string().nullable(),
        checkedAt: z.string().nullable(),
        /** Reason why the last question had no answer; null: it had one. */
        problem: z.string().nullable(),
        /** The settings do not have the token: an SDK came with it. */
        isLearnt: z.boolean(),
      }),
    ),
    /** Tokens that SDKs came with; most of them get their flags from a source of another token. */
    learntTokens: z.int(),
  })
  .meta({ id: 'mirrorStateSchema' })
export type MirrorState = z.output<typeof MirrorState>
