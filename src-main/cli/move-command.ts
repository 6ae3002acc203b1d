import { existsSync } from 'node:fs'
import path from 'node:path'

import { sealerOf } from '#kernel/sealer.ts'
import { moveData, type ComparedTable, type MoveStep } from '#store/move/move-data.ts'
import { openStore } from '#store/open-store.ts'
import { OWN_KEY_FILE, sealingKeysIn } from '#store/sealing-keys.ts'
import type { Store } from '#store/store.ts'
import { noteSealingKey } from '#settings/check-sealing-key.ts'
import { printError, readOr, OK, printLine, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { compareClients } from '#domains/clients/client-api/compare-clients.ts'
import { MOVE_USAGE, readMoveOptions, type MoveOptions, type DatabaseLocation } from './move-options.ts'
import { readWasm } from '../app/read-wasm.ts'

/** `halyard move`. Returns the exit status. Throws what keeps it from a good end. */
export async function runMove(args: readonly string[], { wasmFile }: CliFiles): Promise<number> {
  const options = readOr(() => readMoveOptions(args), MOVE_USAGE)
  if (options === undefined) return USAGE_ERROR
  const wasm = await readWasm(wasmFile)
  requireData(options.from)
  const open = (place: DatabaseLocation, movesInto: boolean): Promise<Store> =>
    openStore({ dataDir: '', ...place, wasm, movesInto, now: () => new Date() })
  const from = await open(options.from, false)
  try {
    await noteKeyOf(options.from, from)
    const to = await open(options.to, true)
    try {
      const say = sayRarely()
      const tables = await moveData({ from, to, onStep: say, compare: compareClients })
      report(tables, options)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  return OK
}

/** A folder without such a key has no sealed secret, or a key that only the desktop app can read. */
async function noteKeyOf(place: DatabaseLocation, store: Store): Promise<void> {
  if (!('dataDir' in place) || !existsSync(path.join(place.dataDir, OWN_KEY_FILE))) return
  await noteSealingKey(store, sealerOf(sealingKeysIn(place.dataDir)))
}

/** A folder without data would become an empty instance. */
function requireData(place: DatabaseLocation): void {
  if ('dataDir' in place && !existsSync(path.join(place.dataDir, 'halyard.db')))
    throw new Error(`There is no data of Halyard in ${place.dataDir}`)
}

const ROWS_BETWEEN_LINES = 50_000

/** Says how far the move is: at the end of each table, and within long ones. */
function sayRarely(): (step: MoveStep) => void {
  let said = 0
  return ({ doing, table, rows, of }) => {
    if (rows < of && rows - said < ROWS_BETWEEN_LINES) return
    said = rows < of ? rows : 0
    if (of > 0) printError(`${doing} ${table}: ${rows} of ${of}`)
  }
}

function report(tables: readonly ComparedTable[], { json, to }: MoveOptions): void {
  if (json) {
    printLine(JSON.stringify(tables, null, 2))
    return
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  printLine(
    `Moved ${rows} rows of ${tables.length} tables. All tables, and what SDKs read, are equal at both ends.`,
  )
  printLine(
    'dataDir' in to
      ? `Secrets open with the key that sealed them: put its file sealing.key into ${to.dataDir}.`
      : 'Secrets open with the key that sealed them: keep the data folder with its file sealing.key.',
  )
}
