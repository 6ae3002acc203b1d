import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { listProjects } from './projects.read-model.ts'

const AT = new Date('2026-01-01T00:00:00.000Z')
const temp = await makeTempPlace()
let store: Store
let statements = 0

/** Each statement takes the event loop for longer than one turn may. */
let isSlow = false

beforeAll(async () => {
  store = await openStore({
    ...temp.at,
    wasm,
    now: () => AT,
    beforeStatement: () => {
      if (!isSlow) return
      statements += 1
      for (const began = performance.now(); performance.now() - began < 10;);
    },
  })
})

afterAll(async () => {
  await store.close()
  await temp.remove()
})

it('issue 14 limits: other work gets its turn between the queries of the list of projects', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  isSlow = true
  setImmediate(count)
  const projects = await listProjects(store.queries, AT, { archived: false, user: 1 })
  isDone = true
  isSlow = false
  expect(projects).toEqual([])
  // at most two queries per turn
  expect(turns).toBeGreaterThan(statements / 2)
})
