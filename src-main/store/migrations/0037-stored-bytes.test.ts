import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { addManySignals } from '#support/runner/many-rows.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '../open-store.ts'
import { readStoredBytes } from '../prune-table.ts'
import { storedBytes } from './0037-stored-bytes.ts'
import { MIGRATIONS } from './index.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

it('signals from before are weighed, and those that follow, also after the next start', async () => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) => openStore({ dataDir: folder, wasm, now: () => NOW, migrations })
  const before = await open(MIGRATIONS.filter(({ version }) => version < storedBytes.version))
  await addManySignals(before.queries, { count: 20 })
  await addManySignals(before.queries, { count: 10, sourceId: 2 })
  await before.close()

  const store = await open()
  const weigh = async () => {
    const { rows } = await sql<{ bytes: number }>`
      select sum(octet_length(payload) + octet_length(headers)) as bytes from signals`.execute(store.queries)
    return rows[0]?.bytes
  }
  const all = await readStoredBytes(store.queries, 'signals')
  expect([all > 0, all]).toEqual([true, await weigh()])
  await addManySignals(store.queries, { count: 5, sourceId: 3 })
  await store.queries.deleteFrom('signals').where('source_id', '=', 2).execute()
  const left = await readStoredBytes(store.queries, 'signals')
  expect(left).toBe(await weigh())
  await store.close()

  const again = await open()
  expect(await readStoredBytes(again.queries, 'signals')).toBe(left)
  await again.close()
  remove()
})
