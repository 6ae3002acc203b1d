import { z } from 'zod'

import { lastOf, toVersion } from '../rules/to-version.ts'
import { Line } from '../../schemas/bounded.ts'

/** Effect of an upgrade on a request, the most urgent first. */
export const Verdict = z.enum([
  /** The response is 404. */
  'removed',
  /** The response is 401, 403 or 429, depending on the caller or the rate. */
  'refused',
  /** A property of the request or the response is removed. */
  'property removed',
  /** The caller's SDK does not work with the version. */
  'unsupported',
  /** The caller's SDK works with the version, but lacks features. */
  'outdated',
  /** The response differs. */
  'behaviour',
  /** The error record has another shape. */
  'error shape',
  /** The request still works, but has a replacement. */
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
  /** Sample of these requests: method and path, without query. */
  sample: z.string().nullable(),
  /** Command that replaces the sample request. The token is a shell variable. */
  curl: z.string().nullable(),
})
export type JudgedCaller = z.output<typeof JudgedCaller>

export const JudgedCall = z.object({
  id: z.string(),
  /** Method and path, with parameters as `{name}`; or the change. */
  call: z.string(),
  verdict: Verdict,
  /** False if the caller may not be affected, such as by a property of the response that it need not read. */
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

/** Grouping of the report. */
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
    /** Number of requests that get an error after the upgrade. */
    failing: z.int(),
    calls: z.array(JudgedCall),
    /** Number of further entries, for changes of other versions. */
    outside: z.int(),
    /** Same findings, grouped by something other than the request. */
    groups: z.array(Group).optional(),
  })
  .meta({ id: 'upgradeReportSchema' })
export type UpgradeReport = z.output<typeof UpgradeReport>

/** A major version alone is its first release to come from and its newest to go to: so nothing is left out. */
const versionText = (read: (text: string) => string | undefined) =>
  Line.transform((text, context) => {
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
