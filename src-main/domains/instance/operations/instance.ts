import { homedir } from 'node:os'

import { statisticsCsv } from '#shared/instance/schemas/instance-statistics.ts'
import { csvOf } from '#kernel/route.ts'
import { AppError } from '#kernel/app-error.ts'
import { query, served } from '#kernel/use-case.ts'
import * as instanceStatisticsContract from '#shared/instance/contract/instance-statistics.ts'
import * as instanceContract from '#shared/instance/contract/instance.ts'
import * as supportBundleContract from '#shared/instance/contract/support-bundle.ts'
import { collectStatistics, type StatisticsSources } from '../instance-statistics/instance-statistics.ts'
import type { SupportServices } from '../instance/settings-services.ts'
import type { SupportBundle } from '#shared/instance/schemas/support-bundle.ts'
import { maskJson, maskText } from '#kernel/mask-secrets.ts'

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

/** Masks the secrets of a bundle, and the name of the person in paths. */
function withoutSecrets(bundle: SupportBundle, home = homedir()): SupportBundle {
  const mask = (text: string) => maskText(home.length > 1 ? text.replaceAll(home, '~') : text)
  const maskOr = (text: string | null) => (text === null ? null : mask(text))
  const { instance } = bundle
  return {
    ...bundle,
    instance: {
      ...instance,
      url: maskOr(instance.url),
      database: mask(instance.database),
      failure: maskOr(instance.failure),
      ready: maskOr(instance.ready),
      work: instance.work.map(mask),
    },
    files: bundle.files.map((one) => ({ ...one, name: mask(one.name) })),
    settings: bundle.settings.map((one) => ({ ...one, value: maskOr(one.value) })),
    settingsProblem: maskOr(bundle.settingsProblem),
    doctor: bundle.doctor.map(mask),
    log: bundle.log.map((line) => mask(maskLine(line))),
  }
}

/** Masks a line of the log: fields by their names, too. */
function maskLine(line: string): string {
  try {
    return JSON.stringify(maskJson(JSON.parse(line)))
  } catch {
    // fields that cannot be told apart cannot be masked
    return 'a line that is not JSON, left out'
  }
}
