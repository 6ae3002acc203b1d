import { toFeature } from '#domains/flags/features/feature.ts'
import { findFeatures } from '#domains/flags/features/features.store.ts'
import { readStrategyTypes } from '#domains/flags/strategy-types/strategy-types.store.ts'
import { notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/applications.ts'
import type { ApplicationOverview } from '#shared/clients/schemas/application.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { groupRows } from '#store/group-rows.ts'
import {
  deleteApplicationRow,
  deleteUnknownFlags,
  findApplication,
  saveApplication,
  searchApplications,
  type StoredApplication,
} from '../applications/applications.store.ts'
import {
  readInstances,
  readRunningSdks,
  readSeenFlags,
  readUsage,
  type Instance,
} from '../applications/instances.read-model.ts'
import { isOutdated, outdatedSdksOf } from '../applications/outdated-sdks.ts'
import { toPage } from '../applications/project-applications.read-model.ts'
import { readUnknownFlags } from '../applications/unknown-flags.read-model.ts'

/** Recorded exchange metrics/applications, 576. */
export const getApplications = query(contract.getApplications, async ({ visible }, { query: asked }) => {
  const { applications, total } = await searchApplications(visible, toPage(asked))
  const usage = await readUsage(
    visible,
    applications.map((one) => one.appName),
  )
  return {
    applications: applications.map(({ seenAt, ...application }) => {
      const places = usage.get(application.appName) ?? []
      const [first] = places
      return {
        ...application,
        updatedAt: seenAt,
        ...(first ? { project: first.project, environment: first.environments[0] } : {}),
        usage: places,
      }
    }),
    total,
  }
})

/** Recorded exchange metrics/application, 579. */
export const getApplication = query(contract.getApplication, async ({ visible }, { params: { appName } }) => {
  const application = await findApplication(visible, appName)
  if (!application) throw notFound(`Could not find appName=${appName}`)
  const { seenAt, strategies, ...rest } = application
  const kinds = new Map<string, StrategyType>(
    (await readStrategyTypes(visible)).map((kind) => [kind.name, kind]),
  )
  const seen = (await readSeenFlags(visible, appName)).filter(({ project }) => project !== null)
  const flags = await findFeatures(visible, [...new Set(seen.map((flag) => flag.name))])
  return {
    ...rest,
    updatedAt: seenAt,
    usage: (await readUsage(visible, [appName])).get(appName) ?? [],
    instances: (await readInstances(visible, appName)).map(({ specVersion: _s, ...instance }) => instance),
    strategies: strategies.map((name) => kinds.get(name) ?? { name, notFound: true as const }),
    seenToggles: flags.map(toFeature),
    links: { self: `/api/applications/${encodeURIComponent(appName)}` },
  }
})

/** Says something of an application; what is not sent stays (recorded exchange metrics/application-create). */
export const createApplication = mutation(
  contract.createApplication,
  async (context, { params: { appName }, body }) => {
    const { everything, now, caller } = context
    const before = await findApplication(everything, appName)
    const at = now.toISOString()
    const fresh: StoredApplication = {
      appName,
      createdAt: at,
      seenAt: at,
      strategies: [],
      description: null,
      icon: null,
      url: null,
      color: null,
      createdBy: nameOf(caller.actor),
    }
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    await saveApplication(everything, { ...(before ?? fresh), ...sent })
    context.record({
      type: before ? 'application-updated' : 'application-created',
      data: { name: appName, ...sent },
    })
  },
)

/**
 * Forgets an application; one that is not there is forgotten already (recorded exchanges metrics/application-delete
 * and metrics/application-delete-unknown).
 */
export const deleteApplication = mutation(
  contract.deleteApplication,
  async (context, { params: { appName } }) => {
    if (!(await findApplication(context.everything, appName))) return
    await deleteApplicationRow(context.everything, appName)
    context.record({ type: 'application-deleted', preData: { name: appName } })
  },
)

/**
 * An application per environment, with the projects of the flags that it has reported, and the flags and strategies that are not
 * there (recorded exchanges metrics/application-overview and metrics/application-overview-unknown).
 */
export const getApplicationOverview = query(
  contract.getApplicationOverview,
  async ({ visible }, { params: { appName } }) => {
    const application = await findApplication(visible, appName)
    const seen = await readSeenFlags(visible, appName)
    const instances = await readInstances(visible, appName)
    const kinds = new Set((await readStrategyTypes(visible)).map((kind) => kind.name))
    const instancesOf = groupRows(instances, (one) => one.environment)
    const unknownOf = groupRows(
      seen.filter(({ project }) => project === null),
      (flag) => flag.environment,
    )
    return {
      projects: [...new Set(seen.flatMap(({ project }) => project ?? []))].sort(),
      featureCount: new Set(seen.map((flag) => flag.name)).size,
      environments: [...instancesOf.keys()].sort().map((name) =>
        toEnvironment(
          name,
          instancesOf.get(name) ?? [],
          (unknownOf.get(name) ?? []).map((flag) => flag.name),
        ),
      ),
      issues: { missingStrategies: (application?.strategies ?? []).filter((name) => !kinds.has(name)) },
    }
  },
)

function toEnvironment(
  name: string,
  instances: readonly Instance[],
  missing: readonly string[],
): ApplicationOverview['environments'][number] {
  const sdksOf = (some: readonly Instance[]) =>
    [...new Set(some.flatMap((one) => one.sdkVersion ?? []))].sort()
  return {
    name,
    instanceCount: instances.length,
    sdks: sdksOf(instances),
    frontendSdks: sdksOf(instances.filter((one) => one.sdkType === 'frontend')),
    backendSdks: sdksOf(instances.filter((one) => one.sdkType === 'backend')),
    lastSeen: instances.reduce((last, one) => (one.lastSeen > last ? one.lastSeen : last), ''),
    issues: { missingFeatures: [...missing].sort(), outdatedSdks: sdksOf(instances.filter(isOutdated)) },
  }
}

const DAY = 24 * 60 * 60 * 1000

/** Instances that reported in the last 24 hours (recorded exchange metrics/instances). */
export const getApplicationEnvironmentInstances = query(
  contract.getApplicationEnvironmentInstances,
  async ({ visible, now }, { params: { appName, environment } }) => {
    const from = new Date(now.getTime() - DAY).toISOString()
    const there = (await readInstances(visible, appName)).filter(
      (one) => one.environment === environment && one.lastSeen >= from,
    )
    return {
      instances: there.map(({ instanceId, clientIp, sdkVersion, lastSeen }) => ({
        instanceId,
        clientIp,
        sdkVersion,
        lastSeen,
      })),
    }
  },
)

export const getNotKept = ({ reportAllowance }: { reportAllowance: ReportAllowance }) =>
  query(contract.getNotKept, async ({ limits }) => ({
    newApplicationsPerHour: limits.newApplications,
    megabytesPerHour: limits.reportedMegabytes,
    notKept: reportAllowance.notKept(),
  }))

export const getOutdatedSdks = query(contract.getOutdatedSdks, async ({ visible }) =>
  outdatedSdksOf(await readRunningSdks(visible)),
)

/** Lists the names that SDKs asked for and no flag has, the last one first: a page of at most 1,000. */
export const getUnknownFlags = query(contract.getUnknownFlags, async ({ visible }, { query: asked }) => ({
  unknownFlags: await readUnknownFlags(visible, toPage(asked)),
}))

/** Deletes all reports of unknown names; those that are still in use come back with the next report. */
export const clearUnknownFlags = mutation(contract.clearUnknownFlags, ({ everything }) =>
  deleteUnknownFlags(everything),
)
