import { environmentExists } from '#domains/access/access/places.read-model.ts'
import { readRevisions } from '#domains/audit/events/events.read-model.ts'
import type { Queries } from '#store/queries.ts'
import type {
  AskedEnvironment,
  ConfigurationSource,
  EnvironmentConfiguration,
} from './client-configuration.ts'
import { readOverriddenFeatures, readSegments, type ConfiguredFeature } from './client-features.read-model.ts'
import { replaceFeatures } from './client-features.ts'

/** Reads the configuration from the tables. After a change of some flags, only these are read again. */
export const storedConfiguration = (queries: Queries): ConfigurationSource => ({
  revisions: () => readRevisions(queries),
  exists: (environment) => environmentExists(queries, environment),
  segments: () => readSegments(queries),
  read: async (asked) => {
    const { environment, revision, kept, changes } = asked
    if (kept && changes && changes !== 'anything')
      return { revision, ...(await reread(queries, { ...asked, kept, names: [...changes] })) }
    return {
      revision,
      features: toMap(await readOverriddenFeatures(queries, environment)),
      segments: await readSegments(queries),
    }
  },
})

interface Reread extends Pick<AskedEnvironment, 'environment'> {
  kept: EnvironmentConfiguration
  names: readonly string[]
}

async function reread(
  queries: Queries,
  { environment, kept, names }: Reread,
): Promise<Pick<EnvironmentConfiguration, 'features' | 'segments'>> {
  const read = await readOverriddenFeatures(queries, environment, names)
  // a new segment does not affect SDKs until a strategy uses it
  const known = new Set(kept.segments.map((segment) => segment.id))
  const used = read.flatMap(({ feature, narrowed }) =>
    [feature.strategies, ...(narrowed?.overrides ?? []).map(({ strategies }) => strategies ?? [])]
      .flat()
      .flatMap((one) => one.segments ?? []),
  )
  return {
    features: replaceFeatures(kept.features, names, read),
    segments: used.every((id) => known.has(id)) ? kept.segments : await readSegments(queries),
  }
}

const toMap = (features: readonly ConfiguredFeature[]) =>
  new Map(features.map((one) => [one.feature.name, one]))
