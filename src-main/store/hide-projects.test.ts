import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { HIDDEN_ROWS, hideProjects } from './hide-projects.ts'
import { openStore } from './open-store.ts'
import type { Queries } from './queries.ts'

/** Tables that name projects in lists of their own: whoever reads them asks `context.hidden`. */
const ASKED_BY_READERS = ['seen_contexts', 'custom_metrics', 'mirror_sources']
const PROJECT_COLUMNS = ['project', 'projects', 'feature_name', 'feature']

/**
 * A new table that is forgotten would show to everybody what is in a private project
 * (docs/contract/projects.md#collaboration-modes).
 */
it('every table that belongs to a project, directly or through a parent, is hidden with it', async () => {
  const { folder, remove } = makeTempFolder()
  const store = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
  const { rows: columns } = await sql<{ name: string; column: string }>`
    select s.name, c.name as "column" from sqlite_schema s, pragma_table_info(s.name) c
    where s.type = 'table'`.execute(store.queries)
  const { rows: keys } = await sql<{ name: string; parent: string; action: string }>`
    select s.name, k."table" as parent, k.on_delete as action from sqlite_schema s, pragma_foreign_key_list(s.name) k
    where s.type = 'table'`.execute(store.queries)
  await store.close()
  remove()

  const belonging = new Set(
    columns.filter(({ column }) => PROJECT_COLUMNS.includes(column)).map(({ name }) => name),
  )
  for (let before = -1; before !== belonging.size;) {
    before = belonging.size
    // a table that is deleted with its parent belongs to the same project
    for (const { name, parent, action } of keys)
      if (action === 'CASCADE' && belonging.has(parent)) belonging.add(name)
  }
  expect(belonging.size).toBeGreaterThan(20)
  const forgotten = [...belonging].filter(
    (name) => !(name in HIDDEN_ROWS) && !ASKED_BY_READERS.includes(name),
  )
  expect(forgotten).toEqual([])
})

it('a hidden project is hidden in every operand of a union', async () => {
  const { folder, remove } = makeTempFolder()
  const store = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
  await sql`insert into projects (id, name, mode, default_stickiness, link_templates, created_at, updated_at)
    values ('open', '', 'open', '', '[]', '', ''), ('hidden', '', 'private', '', '[]', '', '')`.execute(
    store.queries,
  )
  const visible = hideProjects(store.queries, new Set(['hidden']))
  const ids = (queries: Queries) => queries.selectFrom('projects').select('id')
  const three = await ids(visible).unionAll(ids(visible)).unionAll(ids(visible)).execute()
  const nested = ids(visible).except(visible.selectFrom('features').select('name as id'))
  const one = await ids(visible).union(nested).execute()
  await store.close()
  remove()
  expect(three).toEqual([{ id: 'open' }, { id: 'open' }, { id: 'open' }])
  expect(one).toEqual([{ id: 'open' }])
})
