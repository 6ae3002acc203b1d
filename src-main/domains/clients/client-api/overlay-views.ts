import type { OverlayHeaders } from '#shared/flags/schemas/override.ts'
import { isOfRequests } from '#shared/flags/overrides/apply-overrides.ts'
import { nameOf, type Actor } from '#kernel/caller.ts'
import { LruMap } from '#runtime/lru-map.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'
import { layOverClientFeature, type ConfiguredFeature } from './client-features.read-model.ts'

/** Views of one configuration that are kept. Each holds the flags that differ, and nothing else. */
const MAX_VIEWS = 50

/** Overrides of a configuration that are for a token or a header, and the views that were made with them. */
interface Narrowed {
  /** Flags that have some. */
  readonly features: readonly ConfiguredFeature[]
  readonly audiences: ReadonlySet<string>
  readonly views: LruMap<string, EnvironmentConfiguration>
}

/** Once for each configuration, which never changes. */
const narrowedOf = new WeakMap<EnvironmentConfiguration, Narrowed>()

/** Names the audiences that a request belongs to by itself: its token of an SDK, and its header. */
export function audiencesOf(actor: Actor, { 'x-halyard-overlay': overlay }: OverlayHeaders): string[] {
  const hasToken = actor.kind === 'backend-token' || actor.kind === 'frontend-token'
  return [
    ...(hasToken ? [`token:${nameOf(actor)}`] : []),
    ...(overlay === undefined ? [] : [`header:${overlay}`]),
  ]
}

/** Finds those of the audiences that some override is for. All others get what everybody gets, and share it. */
export function overriddenAudiences(
  configuration: EnvironmentConfiguration,
  audiences: readonly string[],
): readonly string[] {
  if (audiences.length === 0) return audiences
  const { audiences: known } = readNarrowed(configuration)
  return audiences.filter((one) => known.has(one))
}

/** Returns the configuration as requests of some audiences get it: the same, if no override is for them. */
export function viewOf(
  configuration: EnvironmentConfiguration,
  audiences: readonly string[] = [],
): EnvironmentConfiguration {
  const own = overriddenAudiences(configuration, audiences)
  if (own.length === 0) return configuration
  const { features, views } = readNarrowed(configuration)
  const key = JSON.stringify(own)
  const known = views.get(key)
  if (known) return known
  const laid = new Map<string, ConfiguredFeature>()
  for (const { feature, narrowed, tags } of features) {
    const applied = narrowed?.overrides.filter((one) => !isOfRequests(one) || own.includes(one.audience))
    if (narrowed && applied)
      laid.set(feature.name, {
        ...{ feature: layOverClientFeature(narrowed.own, applied), tags },
        overrides: narrowed.overrides,
      })
  }
  const view = { ...configuration, features: new LaidFeatures(configuration.features, laid), audiences: own }
  views.set(key, view)
  return view
}

function readNarrowed(configuration: EnvironmentConfiguration): Narrowed {
  const known = narrowedOf.get(configuration)
  if (known) return known
  const features = [...configuration.features.values()].filter(({ narrowed }) => narrowed !== undefined)
  const audiences = features.flatMap(({ narrowed }) =>
    (narrowed?.overrides ?? []).filter(isOfRequests).map(({ audience }) => audience),
  )
  const made = {
    features,
    audiences: new Set(audiences),
    views: new LruMap<string, EnvironmentConfiguration>(MAX_VIEWS),
  }
  narrowedOf.set(configuration, made)
  return made
}

/** Flags of which some are replaced, in the same order. A copy of all for each token would take too much memory. */
class LaidFeatures implements ReadonlyMap<string, ConfiguredFeature> {
  readonly #below: ReadonlyMap<string, ConfiguredFeature>
  readonly #laid: ReadonlyMap<string, ConfiguredFeature>

  constructor(below: ReadonlyMap<string, ConfiguredFeature>, laid: ReadonlyMap<string, ConfiguredFeature>) {
    this.#below = below
    this.#laid = laid
  }

  get size(): number {
    return this.#below.size
  }

  get(name: string): ConfiguredFeature | undefined {
    return this.#laid.get(name) ?? this.#below.get(name)
  }

  has(name: string): boolean {
    return this.#below.has(name)
  }

  keys(): MapIterator<string> {
    return this.#below.keys()
  }

  *values(): MapIterator<ConfiguredFeature> {
    for (const [, feature] of this) yield feature
  }

  entries(): MapIterator<[string, ConfiguredFeature]> {
    return this[Symbol.iterator]()
  }

  *[Symbol.iterator](): MapIterator<[string, ConfiguredFeature]> {
    for (const [name, feature] of this.#below) yield [name, this.#laid.get(name) ?? feature]
  }

  forEach(
    visit: (feature: ConfiguredFeature, name: string, map: ReadonlyMap<string, ConfiguredFeature>) => void,
  ): void {
    for (const [name, feature] of this) visit(feature, name, this)
  }
}
