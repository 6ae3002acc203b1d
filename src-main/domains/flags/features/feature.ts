import type { Feature } from '#shared/flags/schemas/feature.ts'

/** A flag as stored. */
export interface StoredFeature {
  name: string
  project: string
  type: string
  description: string | null
  stale: boolean
  impressionData: boolean
  createdAt: string
  createdByUserId: number
  archivedAt: string | null
  /** Time of the last report by an SDK, in any environment. */
  lastSeenAt: string | null
}

/** The short form of the contract. */
export function toFeature(feature: StoredFeature): Feature {
  return {
    name: feature.name,
    description: feature.description,
    type: feature.type,
    project: feature.project,
    stale: feature.stale,
    createdAt: feature.createdAt,
    lastSeenAt: feature.lastSeenAt,
    impressionData: feature.impressionData,
    archived: feature.archivedAt !== null,
  }
}
