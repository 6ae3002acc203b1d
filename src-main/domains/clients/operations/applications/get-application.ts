import { getApplication as one } from '#shared/clients/contract/applications.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findFeatures } from '#domains/flags/records/features/features.store.ts'
import { toFeature } from '#domains/flags/records/features/feature.ts'
import { readStrategyTypes } from '#domains/flags/records/strategy-types/strategy-types.store.ts'
import { findApplication } from '../../records/applications/applications.store.ts'
import { readInstances, readSeenFlags, readUsage } from '../../records/applications/instances.read-model.ts'

/** Recorded exchange metrics/application, 579. */
export const getApplication = query(one, async ({ queries }, { params: { appName } }) => {
  const application = await findApplication(queries, appName)
  if (!application) throw notFound(`Could not find appName=${appName}`)
  const { seenAt, strategies, ...rest } = application
  const kinds = new Map<string, StrategyType>(
    (await readStrategyTypes(queries)).map((kind) => [kind.name, kind]),
  )
  const seen = (await readSeenFlags(queries, appName)).filter(({ project }) => project !== null)
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
