import { z } from 'zod'

/** What becomes of a call. */
export const Verdict = z.enum([
  /** It is answered 404 here already. */
  'removed',
  /** It is served here, and a later version removes it or refuses its token. */
  'removed later',
  /** It is served here, and there is something to use instead. */
  'deprecated',
])

const JudgedCaller = z.object({
  name: z.string(),
  kind: z.string(),
  appName: z.string().nullable(),
  sdk: z.string().nullable(),
  count: z.int(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})

const JudgedCall = z.object({
  id: z.string(),
  /** Method and path, parameters as `{name}`. */
  call: z.string(),
  verdict: Verdict,
  /** In which version it is gone; null: none says so yet. */
  version: z.string().nullable(),
  deprecated: z.array(z.string()),
  replacement: z.string().nullable(),
  detail: z.string().nullable(),
  callers: z.array(JudgedCaller),
})

export const UpgradeReport = z.object({ contractVersion: z.string(), calls: z.array(JudgedCall) })
export type UpgradeReport = z.infer<typeof UpgradeReport>
