import { expect, it } from 'vitest'

import { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '../open-store.ts'
import { contextOrigins } from './0043-context-origins.ts'
import { MIGRATIONS } from './index.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

it('contexts from before have no known origin, and are kept beside those that come', async () => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) => openStore({ dataDir: folder, wasm, now: () => NOW, migrations })
  const before = await open(MIGRATIONS.filter(({ version }) => version < contextOrigins.version))
  const at = NOW.toISOString()
  const row = { environment: 'test', projects: '["*"]', count: 3, first_seen: at, last_seen: at }
  await before.transaction((queries) =>
    queries
      .insertInto('seen_contexts')
      .values({ ...row, id: 'c2V2ZW4gYnl0ZXM:*', context: '{"userId":"ann","properties":{}}' } as never)
      .execute(),
  )
  await before.close()

  const store = await open()
  const seen = new SeenContexts(10)
  await seen.load(store.queries)
  seen.note({
    environment: 'test',
    projects: ['*'],
    context: { userId: 'ann' },
    origin: 'all-flags',
    at: NOW,
  })
  await seen.flush((work) => store.transaction(work), NOW)
  const again = new SeenContexts(10)
  await again.load(store.queries)
  expect(
    again
      .since('test', new Date(0))
      .map(({ origin, count }) => [origin, count])
      .sort(),
  ).toEqual([
    ['all-flags', 1],
    ['unknown', 3],
  ])
  expect(again.completeSince('test')).toBeUndefined()
  await store.close()
  remove()
})
