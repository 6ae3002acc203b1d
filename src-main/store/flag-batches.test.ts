import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { flagBatches, flagRanges, type FlagRange } from './flag-batches.ts'
import { openStore } from './open-store.ts'

it('flags come in batches of a bounded length, each flag once and in order', async () => {
  const { folder, remove } = makeTempFolder()
  const store = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
  await store.transaction(async (queries) => {
    await sql`pragma defer_foreign_keys = on`.execute(queries)
    await sql`insert into features (name, project, type, stale, impression_data, created_at, created_by_user_id)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1001)
      select printf('f%05d', i), 'p', 'release', 0, 0, '', 1 from n`.execute(queries)
    const batches: string[][] = []
    for await (const batch of flagBatches(queries)) batches.push(batch)
    expect(batches.map((batch) => batch.length)).toEqual([250, 250, 250, 250, 1])
    expect(batches.flat()).toEqual(
      Array.from({ length: 1001 }, (_, n) => `f${String(n + 1).padStart(5, '0')}`),
    )
    const ranges: FlagRange[] = []
    for await (const range of flagRanges(queries)) ranges.push(range)
    expect(ranges).toEqual([
      { from: '', before: 'f00251' },
      { from: 'f00251', before: 'f00501' },
      { from: 'f00501', before: 'f00751' },
      { from: 'f00751', before: 'f01001' },
      { from: 'f01001', before: undefined },
    ])
    await queries.deleteFrom('features').execute()
    for await (const range of flagRanges(queries)) expect(range).toEqual({ from: '', before: undefined })
    expect.assertions(4)
  })
  await store.close()
  remove()
})
