import type { Sealer } from '#kernel/sealer.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import type { Store } from '#store/store.ts'
import type { BackendOptions } from '#main/app/backend-options.ts'
import { ConfigError } from './config.ts'

const SETTING = 'sealing-check'
const PURPOSE = 'sealing-check'
/** A sealed text, wherever it stands in a setting. */
const SEALED = /v1\.[0-9a-f]{12}\.[\w-]+\.[\w-]+/g

/**
 * Sees to it that the secrets of a database on a server keep their key: the first Halyard leaves a sealed text, which the others
 * must open. Where there is none yet, such as after a move, the stored secrets themselves are tried. Throws ConfigError
 * before anything is written.
 */
export async function checkSealingKey(
  store: Store,
  sealer: Sealer,
  { config, logger, newSealingKey = false }: Pick<BackendOptions, 'config' | 'logger' | 'newSealingKey'>,
): Promise<void> {
  if (config.databaseUrl === undefined) return
  // of a configured key, no other will do, although a key file here may open more
  const which = config.sealingKey === undefined ? 'any' : 'current'
  const stored = await readSetting<{ sealed: string }>(store.queries, SETTING)
  const sealed = stored ? [stored.sealed] : await readSealed(store.queries)
  // a database without secrets takes any key
  const isRight = sealed.length === 0 || sealed.some((one) => sealer.knowsKeyOf(one, which))
  if (isRight && stored) return
  if (!isRight && !newSealingKey)
    throw new ConfigError(
      `sealingKey: the secrets in ${store.status.place} are sealed with another key than the one here. Nothing was changed. ` +
        'Start with their key: copy sealing.key from the data folder that the data came from, or of another Halyard of this ' +
        'database, or set HALYARD_SEALING_KEY to what it holds. If that key is gone for good, start once with ' +
        '--new-sealing-key, and enter all secrets again.',
    )
  if (!isRight)
    logger.warn(
      { place: store.status.place },
      'stored secrets are sealed with a key that is gone: enter them again',
    )
  await leaveCheck(store, sealer)
}

/**
 * Notes the key of a data folder before its data moves to a server: else the first start there could take another key where no
 * secret is stored yet. The note of a key that is elsewhere stays, unless the key here has sealed something since.
 */
export async function noteSealingKey(store: Store, sealer: Sealer): Promise<void> {
  if (!sealer.hasKey()) return
  const isNoted = (await readSetting(store.queries, SETTING)) !== undefined
  const ofKeyHere = (one: string) => sealer.knowsKeyOf(one, 'current')
  if (!isNoted || (await readSealed(store.queries)).some(ofKeyHere)) await leaveCheck(store, sealer)
}

const leaveCheck = (store: Store, sealer: Sealer) =>
  store.transaction((queries) => writeSetting(queries, SETTING, { sealed: sealer.seal('', PURPOSE) }))

/** Reads the stored secrets, as they are sealed. */
async function readSealed(queries: Queries): Promise<string[]> {
  const settings = await queries.selectFrom('settings').select('content').execute()
  const ofSenders = await queries.selectFrom('signal_sender_secrets').select('sealed').execute()
  return [
    ...settings.flatMap(({ content }) => JSON.stringify(content).match(SEALED) ?? []),
    ...ofSenders.map((one) => one.sealed),
  ]
}
