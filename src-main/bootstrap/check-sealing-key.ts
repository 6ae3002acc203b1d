import { UnreadableSecret, type Sealer } from '../kernel/sealer.ts'
import { readSetting, writeSetting } from '../store/setting-rows.ts'
import type { Store } from '../store/store.ts'
import { ConfigError } from './config.ts'

const SETTING = 'sealing-check'
const PURPOSE = 'sealing-check'

/**
 * Notes the key of a data folder before its data moves to a database: else the first start there would take any key, and refuse the
 * right one afterwards.
 */
export async function noteSealingKey(store: Store, sealer: Sealer): Promise<void> {
  const stored = await readSetting<{ sealed: string }>(store.queries, SETTING)
  if (stored && opens(sealer, stored.sealed)) return
  await store.transaction((writing) => writeSetting(writing, SETTING, { sealed: sealer.seal('', PURPOSE) }))
}

function opens(sealer: Sealer, sealed: string): boolean {
  try {
    sealer.open(sealed, PURPOSE)
    return true
  } catch (error) {
    if (error instanceof UnreadableSecret) return false
    throw error
  }
}

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
  if (opens(sealer, stored.sealed)) return
  throw new ConfigError(
    `sealingKey: the secrets in ${store.status.place} are sealed with another key than the one here. ` +
      'Give every Halyard of the database the same: set HALYARD_SEALING_KEY, or copy sealing.key from the data folder of the first one.',
  )
}
