import { statisticsCsv } from '#shared/instance/schemas/instance-statistics.ts'
import { csvOf } from '#kernel/route.ts'
import { AppError } from '#kernel/app-error.ts'
import { query, served } from '#kernel/use-case.ts'
import * as instanceStatisticsContract from '#shared/instance/contract/instance-statistics.ts'
import * as instanceContract from '#shared/instance/contract/instance.ts'
import * as supportBundleContract from '#shared/instance/contract/support-bundle.ts'
import { collectStatistics, type StatisticsSources } from '../instance-statistics/instance-statistics.ts'
import { withoutSecrets, type SupportServices } from '../support/support-bundle.ts'

export const getHealth = query(instanceContract.getHealth, async () => ({ health: 'GOOD' as const }))

/** State of the store that readiness depends on. */
interface StoreHealth {
  readonly writable: boolean
  readonly failure: string | null
}

/** Ready: the data can be read and written, what is in memory is up to date, and the service is not being stopped. */
export const getReady = ({
  status,
  readiness,
}: {
  status: () => StoreHealth
  readiness: () => Promise<string | undefined>
}) =>
  query(instanceContract.getReady, async () => {
    const { writable, failure } = status()
    if (!writable) throw new AppError('StoreUnavailableError', failure ?? 'The store takes no writes.')
    const problem = await readiness()
    if (problem !== undefined) throw new AppError('StoreUnavailableError', problem)
    return { health: 'GOOD' as const }
  })

export const getInstanceAdminStats = (sources: StatisticsSources) =>
  query(instanceStatisticsContract.getInstanceAdminStats, (context) => collectStatistics(sources, context))

export const getInstanceAdminStatsCsv = (sources: StatisticsSources) =>
  served(
    query(instanceStatisticsContract.getInstanceAdminStatsCsv, (context) =>
      collectStatistics(sources, context),
    ),
    {
      reply: (statistics) =>
        csvOf(
          statisticsCsv(statistics),
          `unleash-${statistics.instanceId}-${Date.parse(statistics.timestamp)}`,
        ),
    },
  )

/** Halyard sends nothing to anybody, and has nothing to turn on that would. */
export const getTelemetrySettings = query(instanceStatisticsContract.getTelemetrySettings, async () => ({
  versionInfoCollectionEnabled: false,
  featureInfoCollectionEnabled: false,
}))

export const getSupportBundle = ({ supportFacts }: SupportServices) =>
  query(supportBundleContract.getSupportBundle, async ({ now }) =>
    withoutSecrets({ madeAt: now.toISOString(), ...(await supportFacts()) }),
  )
