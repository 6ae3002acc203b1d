import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '../open-store.ts'
import { MIGRATIONS } from './index.ts'

const before = MIGRATIONS.filter(({ version }) => version < 15)

it.each([
  [
    'an instance that began without it has the type sunset last',
    ['release', 'permission'],
    ['release', 'permission', 'sunset'],
  ],
  ['an instance that is to begin is left as empty as it was', [], []],
])('%s', async (_words, types, expected) => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) =>
    openStore({ dataDir: folder, wasm, now: () => new Date(0), migrations })
  const store = await open(before)
  for (const [index, id] of types.entries())
    await sql`insert into feature_types (id, name, description, sort_order) values (${id}, ${id}, '', ${index})`.execute(
      store.queries,
    )
  await store.close()
  const migrated = await open()
  const rows = await migrated.queries.selectFrom('feature_types').select('id').orderBy('sort_order').execute()
  expect(rows.map(({ id }) => id)).toEqual(expected)
  await migrated.close()
  remove()
})
