import {
  getApplication as one,
  getApplicationEnvironmentInstances as instances,
  getApplications as all,
} from '../../../../../src-shared/contract/applications.ts'
import type { StrategyType } from '../../../../../src-shared/schemas/strategy-type.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'
import { findFeatures } from '../../../flags/records/features/features.store.ts'
import { toFeature } from '../../../flags/records/features/feature.ts'
import { readStrategyTypes } from '../../../flags/records/strategy-types/strategy-types.store.ts'
import { findApplication, searchApplications } from '../../records/applications/applications.store.ts'
import { readInstances, readSeenFlags, readUsage } from '../../records/applications/instances.read-model.ts'
import { toPage } from '../../records/applications/paging.ts'

const DAY = 24 * 60 * 60 * 1000

/** Recorded exchange metrics/applications, 576. */
export const getApplications = query(all, async ({ queries }, { query: asked }) => {
  const { applications, total } = await searchApplications(queries, toPage(asked))
  const usage = await readUsage(
    queries,
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
export const getApplication = query(one, async ({ queries }, { params: { appName } }) => {
  const application = await findApplication(queries, appName)
  if (!application) throw notFound(`Could not find appName=${appName}`)
  const { seenAt, strategies, ...rest } = application
  const kinds = new Map<string, StrategyType>(
    (await readStrategyTypes(queries)).map((kind) => [kind.name, kind]),
  )
  const seen = (await readSeenFlags(queries, appName)).filter((flag) => flag.known)
  const flags = await findFeatures(queries, [...new Set(seen.map((flag) => flag.name))])
  return {
    ...rest,
    updatedAt: seenAt,
    usage: (await readUsage(queries, [appName])).get(appName) ?? [],
    instances: (await readInstances(queries, appName)).map(({ specVersion: _s, ...instance }) => instance),
    strategies: strategies.map((name) => kinds.get(name) ?? { name, notFound: true as const }),
    seenToggles: flags.map(toFeature),
    links: { self: `/api/applications/${encodeURIComponent(appName)}` },
  }
})

/** Instances that reported in the last 24 hours (recorded exchange metrics/instances). */
export const getApplicationEnvironmentInstances = query(
  instances,
  async ({ queries, now }, { params: { appName, environment } }) => {
    const from = new Date(now.getTime() - DAY).toISOString()
    const there = (await readInstances(queries, appName)).filter(
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
