import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { placeMigrated } from './migrated-folder.ts'
import { makeTempPlace } from './temp-place.ts'
import { wasm } from './wasm.ts'

/** An empty store on the engine of the run, which goes when it is closed. */
export interface TempStore {
  store: Store
  close: () => Promise<void>
}

export async function openTempStore(now = () => new Date(0)): Promise<TempStore> {
  const { at, remove } = await makeTempPlace()
  if (at.databaseUrl === undefined) await placeMigrated(at.dataDir)
  const store = await openStore({ ...at, wasm, now })
  return {
    store,
    close: async () => {
      await store.close()
      await remove()
    },
  }
}
