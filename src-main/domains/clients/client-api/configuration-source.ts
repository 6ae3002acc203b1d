import { environmentExists } from '#domains/access/access/places.read-model.ts'
import { readRevisions } from '#domains/audit/events/events.read-model.ts'
import type { Queries } from '#store/queries.ts'
import {
  readOverriddenFeatures,
  readSegments,
  type ConfiguredFeature,
  type ConfiguredSegment,
} from './client-features.read-model.ts'

/** Revision of an environment; null: of all of them. */
export interface EnvironmentRevision {
  environment: string | null
  revision: number
}

/**
 * Reads the configuration of SDKs: from the database, or from the main process (src-main/workers). Throws DatabaseUnavailable while
 * that is away.
 */
export interface ConfigurationSource {
  revisions(): Promise<readonly EnvironmentRevision[]>
  exists(environment: string): Promise<boolean>
  /** The flags of an environment, by name. `names` limits the result. */
  features(environment: string, names?: readonly string[]): Promise<ConfiguredFeature[]>
  segments(): Promise<ConfiguredSegment[]>
}

/** Reads the configuration from the tables. */
export const storedConfiguration = (queries: Queries): ConfigurationSource => ({
  revisions: () => readRevisions(queries),
  exists: (environment) => environmentExists(queries, environment),
  features: (environment, names) => readOverriddenFeatures(queries, environment, names),
  segments: () => readSegments(queries),
})
