import { UnreadableSecret, type Sealer } from '../kernel/sealer.ts'
import { readSetting, writeSetting } from '../store/setting-rows.ts'
import type { Store } from '../store/store.ts'
import { ConfigError } from './config.ts'

const SETTING = 'sealing-check'
const PURPOSE = 'sealing-check'

/**
 * Sees to it that all Halyards of a database have the key that seals its secrets: the first one leaves a sealed text, which
 * the others must open. Throws ConfigError.
 */
export async function checkSealingKey(store: Store, sealer: Sealer): Promise<void> {
  const stored = await readSetting<{ sealed: string }>(store.queries, SETTING)
  if (!stored) {
    await store.transaction((queries) => writeSetting(queries, SETTING, { sealed: sealer.seal('', PURPOSE) }))
    return
  }
  try {
    sealer.open(stored.sealed, PURPOSE)
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    throw new ConfigError(
      `sealingKey: the secrets in ${store.status.place} are sealed with another key than the one here. ` +
        'Give every Halyard of the database the same: set HALYARD_SEALING_KEY, or copy sealing.key from the data folder of the first one.',
    )
  }
}
