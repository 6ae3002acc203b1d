import { z } from 'zod'

import { lastOf, toVersion } from '../rules/to-version.ts'

/** Effect of an upgrade on a request. */
export const Verdict = z.enum([
  /** It is answered 404. */
  'removed',
  /** It is answered 401, 403 or 429: by who makes it, or how often. */
  'refused',
  /** A property that it sends, or gets, is gone. */
  'property removed',
  /** The SDK that makes it does not work with the version. */
  'unsupported',
  /** The SDK that makes it works with the version, but misses features. */
  'outdated',
  /** It is answered otherwise. */
  'behaviour',
  /** The record of its refusal has another shape. */
  'error shape',
  /** It is served, and there is something to use instead. */
  'deprecated',
])
export type Verdict = z.output<typeof Verdict>

const JudgedCaller = z.object({
  name: z.string(),
  kind: z.string(),
  appName: z.string().nullable(),
  sdk: z.string().nullable(),
  count: z.int(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** One of the calls: method and path, without query. */
  sample: z.string().nullable(),
  /** Command that replaces the sample request. The token is a shell variable. */
  curl: z.string().nullable(),
})
export type JudgedCaller = z.output<typeof JudgedCaller>

export const JudgedCall = z.object({
  id: z.string(),
  /** Method and path, parameters as `{name}`; or what changes. */
  call: z.string(),
  verdict: Verdict,
  /** false: it may be concerned, such as by a property of its answer, which it need not read. */
  isCertain: z.boolean(),
  /** Version from which this applies. null: not declared by any version yet. */
  version: z.string().nullable(),
  deprecated: z.array(z.string()),
  replacement: z.string().nullable(),
  detail: z.string().nullable(),
  count: z.int(),
  /** Number of these requests that get an error after the upgrade. */
  failing: z.int(),
  callers: z.array(JudgedCaller),
})
export type JudgedCall = z.output<typeof JudgedCall>

/** By what the report can be put together. */
export const GroupBy = z.enum(['call', 'application', 'caller', 'sdk'])
export type GroupBy = z.output<typeof GroupBy>

const Group = z.object({ name: z.string(), calls: z.array(JudgedCall) })
export type ReportGroup = z.output<typeof Group>

export const UpgradeReport = z
  .object({
    contractVersion: z.string(),
    /** Version to upgrade from. Changes after `from`, up to and including `to`, are reported. */
    from: z.string(),
    to: z.string(),
    /** Calls that are answered with an error. */
    failing: z.int(),
    calls: z.array(JudgedCall),
    /** Number of further entries, for changes of other versions. */
    outside: z.int(),
    /** The same, put together by something else than the call. */
    groups: z.array(Group).optional(),
  })
  .meta({ id: 'upgradeReportSchema' })
export type UpgradeReport = z.output<typeof UpgradeReport>

/** A major version alone is its first release to come from and its newest to go to: so nothing is left out. */
const versionText = (read: (text: string) => string | undefined) =>
  z.string().transform((text, context) => {
    const version = read(text)
    if (version !== undefined) return version
    const message = `"${text.slice(0, 100)}" is no version, such as 6 or 6.9.0`
    context.addIssue({ code: 'custom', message, input: text })
    return z.NEVER
  })

export const UpgradeReportQuery = z.object({
  from: versionText(toVersion).optional(),
  to: versionText(lastOf).optional(),
  groupBy: GroupBy.optional(),
  format: z.enum(['json', 'md']).optional(),
})

/** An SDK in use here, and who uses it. */
export const InstalledSdk = z
  .object({ name: z.string(), version: z.string(), applications: z.array(z.string()), instances: z.int() })
  .meta({ id: 'installedSdkSchema' })
export type InstalledSdk = z.output<typeof InstalledSdk>
