import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CollaborationMode } from '#shared/access/rules/visibility.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { hideProjects } from './hide-projects.ts'
import { inTexts } from './in-list.ts'
import { openStore } from './open-store.ts'
import { prepared } from './prepared.ts'
import type { Queries } from './queries.ts'
import { readOnly } from './read-only.ts'
import type { Store } from './store.ts'

let store: Store
let remove: () => void
let builds = 0

const selectProjects = prepared((queries, { ids, mode }: { ids: string; mode: CollaborationMode }) => {
  builds += 1
  return queries
    .selectFrom('projects')
    .select('id')
    .where((eb) => inTexts(eb.ref('id'), ids))
    .where('mode', '=', mode)
    .orderBy('id')
})
const renameProject = prepared((queries, { id, name }: { id: string; name: string }) =>
  queries.updateTable('projects').set({ name }).where('id', '=', id),
)
const idsOf = async (queries: Queries, ids: string[], mode: CollaborationMode = 'open') =>
  (await selectProjects(queries, { ids: JSON.stringify(ids), mode })).rows.map(({ id }) => id)

beforeAll(async () => {
  const { folder, remove: removeFolder } = makeTempFolder()
  remove = removeFolder
  store = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
  for (const id of ['a', 'b'])
    await store.queries
      .insertInto('projects')
      .values({
        id,
        name: id,
        mode: 'open',
        default_stickiness: 'default',
        link_templates: '[]',
        created_at: '',
        updated_at: '',
      })
      .execute()
})
afterAll(async () => {
  await store.close()
  remove()
})

it('a prepared query is built once, and takes other parameters each time', async () => {
  builds = 0
  expect(await idsOf(store.queries, ['a'])).toEqual(['a'])
  expect(await idsOf(store.queries, ['b', 'a'])).toEqual(['a', 'b'])
  expect(await store.transaction((queries) => idsOf(queries, ['a', 'b'], 'private'))).toEqual([])
  expect(builds).toBe(1)
})

it('a prepared query does not show hidden projects', async () => {
  const hiding = hideProjects(store.queries, new Set(['a']))
  expect(await idsOf(hiding, ['a', 'b'])).toEqual(['b'])
  expect(await idsOf(store.queries, ['a', 'b'])).toEqual(['a', 'b'])
})

it('a prepared write runs in no query that may only read', async () => {
  const { numAffectedRows } = await renameProject(store.queries, { id: 'a', name: 'A' })
  expect(numAffectedRows).toBe(1n)
  expect(() => renameProject(readOnly(store.queries), { id: 'a', name: 'B' })).toThrow('may only read')
})
