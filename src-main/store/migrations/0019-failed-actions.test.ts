import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '../open-store.ts'
import { MIGRATIONS } from './index.ts'

const AT = '2026-11-21T12:00:00.000Z'

it('the migration keeps former executions, which can be retried and have the outcome of their signals', async () => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) =>
    openStore({ dataDir: folder, wasm, now: () => new Date(AT), migrations })
  const before = await open(MIGRATIONS.filter(({ version }) => version < 19))
  await sql`insert into projects (id, name, mode, default_stickiness, link_templates, created_at, updated_at)
    values ('p', 'P', 'open', 'default', '[]', ${AT}, ${AT})`.execute(before.queries)
  for (const [id, processed] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 0],
  ])
    await sql`insert into signals (id, source, source_id, payload, headers, created_at, processed)
      values (${id}, 'signal-endpoint', 1, '{}', '{}', ${AT}, ${processed})`.execute(before.queries)
  const execution = (id: number, signal: number, state: string, actions: string) =>
    sql`insert into action_set_events (id, action_set_id, signal_id, project, state, signal, action_set, created_at)
      values (${id}, ${id}, ${signal}, 'p', ${state}, '{}', ${`{"actions":[${actions}]}`}, ${AT})`.execute(
      before.queries,
    )
  await execution(7, 1, 'success', '{"state":"success"}')
  await execution(8, 2, 'failed', '{"state":"success"},{"state":"failed"}')
  await execution(9, 3, 'failed', '{"state":"failed","details":"\\"state\\":\\"success\\""}')
  await execution(20, 3, 'failed', '{"state":"failed"}')
  // retention also deletes the newest rows of a deleted project, and ids must not be reused
  await sql`delete from action_set_events where id = 20`.execute(before.queries)
  await before.close()

  const store = await open()
  const signals = await store.queries.selectFrom('signals').select(['id', 'outcome']).orderBy('id').execute()
  expect(signals.map(({ outcome }) => outcome)).toEqual(['done', 'partly', 'failed', null, 'waiting'])
  const insert = (attempt: number) =>
    store.queries
      .insertInto('action_set_events')
      .values({
        action_set_id: 9,
        signal_id: 3,
        project: 'p',
        state: 'failed',
        attempt,
        signal: '{}',
        action_set: '{}',
        created_at: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  expect((await insert(2)).id).toBe(21)
  await expect(insert(2)).rejects.toThrow(/UNIQUE/)
  const kept = await store.queries.selectFrom('action_set_events').select(['id', 'attempt']).execute()
  expect(kept).toEqual([
    { id: 7, attempt: 1 },
    { id: 8, attempt: 1 },
    { id: 9, attempt: 1 },
    { id: 21, attempt: 2 },
  ])
  await store.close()
  remove()
})
