import type { Store } from '#store/store.ts'
import type { OthersFollower } from './follow-others.ts'

interface Parts {
  store: Pick<Store, 'others'>
  isDraining: boolean
  /** Undefined until what is in memory was read. */
  follower: Pick<OthersFollower, 'isStale'> | undefined
}

/** Says why no requests should come here; undefined: they may. Rejects if the database does not answer. */
export async function readinessOf({ store, isDraining, follower }: Parts): Promise<string | undefined> {
  if (isDraining) return 'The service is being stopped.'
  if (follower?.isStale !== false) return 'What is in memory is not up to date with the database.'
  await store.others.ping()
  return undefined
}
