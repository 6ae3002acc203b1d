import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { insertAll } from '#store/insert-all.ts'
import {
  getProjectCode,
  scanProjectCode,
  updateProjectCode,
} from '#shared/clients/contract/code-references.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { measureTurns } from '#support/runner/processor-time.ts'

const [FLAGS, STALE, STRATEGIES, FILES, PLACES_OF_FILE] = [5000, 300, 30, 10, 1000]
const CREATED = '2026-11-01T00:00:00.000Z'
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Adds flags to the project; the first of them are stale, with as many strategies as a flag may have. */
async function addFlags({ backend }: TestBackend): Promise<void> {
  const names = numbers(FLAGS).map((n) => `flag-${n}`)
  const stale = names.slice(0, STALE)
  await backend.store.transaction(async (queries) => {
    const shared = { project: 'default', type: 'release', description: null, impression_data: false }
    const made = { created_at: CREATED, created_by_user_id: 1, archived_at: null }
    const features = names.map((name, at) => ({ name, ...shared, stale: at < STALE, ...made }))
    await insertAll(queries, 'features', features)
    const place = { environment: 'production', variants: '[]' }
    await insertAll(
      queries,
      'feature_environments',
      stale.map((name) => ({ feature_name: name, ...place, enabled: true, last_seen_at: null })),
    )
    const strategy = { ...place, name: 'default', title: null, disabled: false, constraints: '[]' }
    await insertAll(
      queries,
      'feature_strategies',
      stale.flatMap((name) =>
        numbers(STRATEGIES).map((n) => ({
          ...{ id: `${name}-${n}`, feature_name: name, sort_order: n, parameters: '{}' },
          ...{ ...strategy, milestone_id: null, created_at: CREATED },
        })),
      ),
    )
  })
}

it('comparing 10,000 places with 5,000 flags holds nobody up', async () => {
  const temp = makeTempFolder()
  const code = path.join(realpathSync(temp.folder), 'code')
  mkdirSync(code)
  // half of them are of flags that are there, the other half of none
  for (const file of numbers(FILES)) {
    const lines = numbers(PLACES_OF_FILE).map((n) => `isEnabled('flag-${(file - 1) * PLACES_OF_FILE + n}')\n`)
    writeFileSync(path.join(code, `${file}.ts`), lines.join(''))
  }
  const app = await startBackend({ env: { HALYARD_CODE_ROOTS: code } })
  const params = { projectId: 'default' }
  await addFlags(app)
  expect((await app.call(updateProjectCode, { params, body: { folders: [code] } })).status).toBe(200)
  const { body } = await app.call(scanProjectCode, { params })
  expect(body.counts).toEqual({ used: FLAGS, missing: 5000, stale: STALE, unused: 0 })
  expect(body.findings).toHaveLength(500)
  const read = () => app.call(getProjectCode, { params })
  expect((await read()).status).toBe(200)
  const turns: number[] = []
  for (let round = 0; round < 3; round++)
    turns.push((await app.answers.unchecked(() => measureTurns(read))).longest)
  await app.stop()
  temp.remove()
  // the goal is 50; the best of three, as the collection of garbage falls into any of them
  expect(Math.min(...turns)).toBeLessThan(40)
})
