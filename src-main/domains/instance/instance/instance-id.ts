import type { Ids } from '#kernel/ids.ts'
import type { Store } from '#store/store.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

const SETTING = 'instance-id'

/** Reads the unique id of this instance. The first request creates the id; it never changes afterwards. */
export async function readInstanceId(store: Pick<Store, 'queries' | 'transaction' | 'durable'>, ids: Ids) {
  const known = await readSetting<{ id: string }>(store.queries, SETTING)
  if (known) return known.id
  const id = ids.uuid()
  await store.transaction((queries) => writeSetting(queries, SETTING, { id }))
  await store.durable()
  return id
}
