import murmurhash from 'murmurhash3js'

/** Another seed than that of rollouts. */
export const VARIANT_SEED = 86028157

/** 1 to 100, the same in every SDK: `gr1:123` gives 73. */
export function rolloutPosition(groupId: string, id: string): number {
  return (murmurhash.x86.hash32(`${groupId}:${id}`, 0) % 100) + 1
}

/** 1 to `total`: another seed than the rollout's, or the first variants would only ever see low positions. */
export function variantPosition(groupId: string, id: string, total: number): number {
  return (murmurhash.x86.hash32(`${groupId}:${id}`, VARIANT_SEED) % total) + 1
}
