import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addManyImpressions } from '#support/runner/many-rows.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { exportImpressions } from '#shared/clients/contract/impressions.ts'

const COUNT = 20_000
const EXPORT = '/api/admin/impressions/export'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  await app.backend.store.transaction((queries) => addManyImpressions(queries, { count: COUNT }))
})
afterAll(() => app.stop())

/** Calls, and counts the turns of the event loop that others have meanwhile. */
async function callAndCountTurns(path: string) {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const answer = await app.call('GET', path)
  isDone = true
  return { ...answer, turns }
}

describe('an export of impressions', () => {
  it.each([
    ['ndjson', COUNT],
    ['csv', COUNT + 1],
  ])('as %s has every impression once, and yields to other work', async (format, lines) => {
    const before = await callAndCountTurns(`${EXPORT}?format=${format}&flag=none`)
    const { text, turns } = await callAndCountTurns(`${EXPORT}?format=${format}`)
    const found = text.trimEnd().split('\n')
    expect(found).toHaveLength(lines)
    expect(new Set(found.map((line) => /event-\d+/.exec(line)?.[0])).size).toBe(lines)
    // many of the 20 steps end their turn; an empty export is one step
    expect(turns - before.turns).toBeGreaterThan(2)
  })

  it('has only the requested impressions', async () => {
    const { text } = await app.call(exportImpressions, { query: { sessionId: 'session-7', format: 'csv' } })
    expect(text.trimEnd().split('\n')).toHaveLength(1 + COUNT / 1000)
  })
})
