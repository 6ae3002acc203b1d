import { existsSync } from 'node:fs'
import path from 'node:path'

import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import type { Config } from '#settings/config.ts'
import type { DatabaseInUse } from '#shared/instance/schemas/database.ts'
import type { InspectedDatabase } from '#store/inspected-database.ts'
import { isUnfinishedMove } from '#store/move/move-progress.ts'
import { openStore } from '#store/open-store.ts'
import type { Queries } from '#store/queries.ts'
import type { Store } from '#store/store.ts'
import { DatabaseMove } from './database-move.ts'
import type { DatabaseTarget } from './require-target.ts'

const postgres = onFirstUse('pg', 'PostgreSQL', () => import('#store/postgres/inspect-postgres.ts'))

interface Dependencies {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'settingsFile' | 'databaseUrlFrom'>
  store: Store
  wasm: Uint8Array
  clock: Clock
  logger: Logger
  compare: (from: Queries, to: Queries) => Promise<void>
  /** Writes what is in memory. */
  flush: () => Promise<void>
  /** Changes the setting of the database, in the settings file. */
  setDatabaseUrl: (target: string | undefined) => void
}

/** Services of the database in use, and of a move to another one. */
export interface DatabaseServices {
  databaseMove: DatabaseMove
  /** Reads the engine, the figures and the setting of the database. */
  databaseInUse: () => Promise<DatabaseInUse>
  /** Connects to a database and says whether data can be moved there. */
  inspectDatabase: (target: DatabaseTarget) => Promise<InspectedDatabase>
  /** Names a target without its password; undefined: the file in the data folder. */
  databasePlace: (databaseUrl: string | undefined) => string
  outbound: Outbound
}

/** Makes the services of the database in use, and of a move to another one. */
export function openDatabase({
  config,
  store,
  wasm,
  clock,
  logger,
  ...parts
}: Dependencies): Omit<DatabaseServices, 'outbound'> {
  const { dataDir, databaseUrl, settingsFile, databaseUrlFrom } = config
  const file = path.join(dataDir, 'halyard.db')
  const options = { dataDir, wasm, logger, now: () => clock.now(), movesInto: true }
  const openFile = async () => {
    // a database that is not of an unfinished move is kept aside under another name
    if (existsSync(file)) {
      const found = await openStore(options).catch(() => undefined)
      if (found && (await isUnfinishedMove(found.queries))) return found
      await found?.close()
    }
    return openStore({ ...options, recovery: 'start-empty' })
  }
  return {
    databaseMove: new DatabaseMove({
      store,
      clock,
      logger,
      open: (target) => (target ? openStore({ ...options, ...target }) : openFile()),
      databaseUrl,
      ...parts,
    }),
    databaseInUse: async () => ({
      ...(await store.figures()),
      engine: store.status.engine,
      place: store.status.place,
      dataDir,
      setting: { source: databaseUrlFrom, file: settingsFile },
    }),
    inspectDatabase: async ({ databaseUrl: url, makeSocket }) =>
      (await postgres()).inspectPostgres(url, makeSocket),
    databasePlace: (target) => (target === undefined ? file : placeOf(target)),
  }
}

/** Address of a database without its password, as the store itself names it. */
function placeOf(databaseUrl: string): string {
  const { username, host, pathname } = new URL(databaseUrl)
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`
}
