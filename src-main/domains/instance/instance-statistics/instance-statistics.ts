import { createHash } from 'node:crypto'

import type { Plan } from '#shared/instance/rules/plans.ts'
import type { InstanceStatistics } from '#shared/instance/schemas/instance-statistics.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { readFigures, readPeople, type Figures } from './instance-figures.read-model.ts'
import { groupRows } from '#store/group-rows.ts'
import { readMeteredUsage } from '../traffic/metered-usage.store.ts'

/** Ways to sign in. */
interface SignInMethods {
  password: boolean
  oidc: boolean
  saml: boolean
}

/** Sources of the statistics besides the store. */
export interface StatisticsSources {
  /** The roles of a user, those of their groups too. */
  access: { grantsOf(userId: number): readonly { permissions: readonly unknown[] }[] }
  instanceId: string
  /** Reads which ways to sign in are turned on. */
  signInMethods: (queries: Queries) => Promise<SignInMethods>
  scim: { setting: { enabled: boolean } }
  status: () => { contractVersion: string }
  plan: Plan
}

const DAY_MS = 86_400_000

const MONTHS = 12

/**
 * Computes how many Edge instances ran on average in each of the last twelve months, newest first, to three decimals
 * (docs/contract/instance.md#edge-usage). The present month is averaged over the part that has passed.
 */
async function readEdgeUsage(queries: Queries, now: Date): Promise<Record<string, number>> {
  const starts = Array.from({ length: MONTHS }, (_none, back) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1),
  )
  const monthOf = (start: number) => new Date(start).toISOString().slice(0, 7)
  const first = new Date(starts.at(-1) ?? 0).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  const days = await readMeteredUsage(queries, 'edge-uptime', first, today)
  const daysOf = groupRows(days, ({ day }) => day.slice(0, 7))
  return Object.fromEntries(
    starts.map((start, back) => {
      const end = back === 0 ? now.getTime() : (starts[back - 1] ?? 0)
      const ran = (daysOf.get(monthOf(start)) ?? []).reduce((sum, { amount }) => sum + amount, 0)
      const passed = (end - start) / DAY_MS
      return [monthOf(start), passed === 0 ? 0 : Math.round((ran / passed) * 1000) / 1000]
    }),
  )
}

/** All figures, as they are now (docs/contract/instance.md#statistics). */
export async function collectStatistics(
  { access, instanceId, signInMethods, scim, status, plan }: StatisticsSources,
  { caller, everything, now }: QueryContext,
): Promise<InstanceStatistics> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const today = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  const figures = await readFigures(everything, {
    last7: daysAgo(7).toISOString(),
    last30: daysAgo(30).toISOString(),
    last60: daysAgo(60).toISOString(),
    last90: daysAgo(90).toISOString(),
    yesterday: new Date(Date.parse(today) - DAY_MS).toISOString(),
    today,
  })
  const version = caller.contract ?? status().contractVersion
  const rest = {
    timestamp: now.toISOString(),
    instanceId,
    versionOSS: version,
    versionEnterprise: plan === 'oss' ? '' : version,
    ...countsOf(figures, await signInMethods(everything), scim.setting.enabled),
    edgeInstanceUsage: await readEdgeUsage(everything, now),
    readOnlyUsers: await countReadOnlyUsers(access, everything),
  }
  return { ...rest, sum: createHash('sha256').update(JSON.stringify(rest)).digest('hex') }
}

/** Lists the counts in the order of the recorded response, which is also the order of the CSV columns. */
const countsOf = (figures: Figures, methods: SignInMethods, isScimOn: boolean) => ({
  users: figures.users,
  serviceAccounts: figures.serviceAccounts,
  // backend tokens are stored under their old name (api-tokens/api-token.ts)
  apiTokens: {
    client: figures.clientTokens,
    admin: figures.adminTokens,
    frontend: figures.frontendTokens,
    backend: 0,
  },
  activeUsers: {
    last7: figures.active7,
    last30: figures.active30,
    last60: figures.active60,
    last90: figures.active90,
  },
  // every user counts as licensed
  licensedUsers: figures.users,
  featureToggles: figures.featureToggles,
  archivedFeatureToggles: figures.archivedFeatureToggles,
  projects: figures.projects,
  contextFields: figures.contextFields,
  roles: figures.roles,
  customRootRoles: figures.customRootRoles,
  customRootRolesInUse: figures.customRootRolesInUse,
  groups: figures.groups,
  environments: figures.environments,
  segments: figures.segments,
  strategies: figures.strategies,
  SAMLenabled: methods.saml,
  OIDCenabled: methods.oidc,
  passwordAuthEnabled: methods.password,
  SCIMenabled: isScimOn,
  clientApps: [
    { range: '7d' as const, count: figures.apps7 },
    { range: '30d' as const, count: figures.apps30 },
    { range: 'allTime' as const, count: figures.apps },
  ],
  featureExports: figures.featureExports,
  featureImports: figures.featureImports,
  productionChanges: {
    last30: figures.production30,
    last60: figures.production60,
    last90: figures.production90,
  },
  previousDayMetricsBucketsCount: {
    enabledCount: figures.enabledBuckets,
    variantCount: figures.variantBuckets,
  },
  maxEnvironmentStrategies: figures.maxEnvironmentStrategies,
  maxConstraintValues: figures.maxConstraintValues,
  maxConstraints: figures.maxConstraints,
  releaseTemplates: figures.releaseTemplates,
  releasePlans: figures.releasePlans,
})

/**
 * Counts the people whose roles, including those of their groups, allow only reading (document: "Viewer").
 */
async function countReadOnlyUsers(access: StatisticsSources['access'], queries: Queries): Promise<number> {
  const turn = new Turn()
  let readOnly = 0
  for (const id of await readPeople(queries)) {
    if (access.grantsOf(id).every(({ permissions }) => permissions.length === 0)) readOnly++
    await turn.pause()
  }
  return readOnly
}
