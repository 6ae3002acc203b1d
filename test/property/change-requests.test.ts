import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { PEOPLE, PROJECT, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getFeature } from '#shared/flags/contract/features.ts'

/** A change, and the operation that makes it directly on a flag whose three strategies have these ids. */
interface Both {
  change: (ids: readonly string[]) => { action: string; payload?: unknown }
  direct: (ids: readonly string[]) => [method: string, path: string, body?: unknown]
}

let app: TestBackend
let requests: Requests
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
  await requests.configure(1)
})
afterAll(() => app.stop())

const strategy = fc.record({
  name: fc.constantFrom('default', 'flexibleRollout'),
  title: fc.option(fc.string({ maxLength: 10 })),
  disabled: fc.boolean(),
})
const variants = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c'))
  .map((names) => names.map((name) => ({ name, weight: 1 })))
const index = fc.integer({ min: 0, max: 2 })

const add = strategy.map((body): Both => ({
  change: () => ({ action: 'addStrategy', payload: body }),
  direct: () => ['POST', '/strategies', body],
}))
const update = (at: number) =>
  strategy.map((body): Both => ({
    change: (ids) => ({ action: 'updateStrategy', payload: { id: ids[at], ...body } }),
    direct: (ids) => ['PUT', `/strategies/${ids[at]}`, body],
  }))
const remove = (at: number): Both => ({
  change: (ids) => ({ action: 'deleteStrategy', payload: { id: ids[at] } }),
  direct: (ids) => ['DELETE', `/strategies/${ids[at]}`],
})
const reorder = fc
  .uniqueArray(fc.tuple(index, fc.integer({ min: 0, max: 9 })), { minLength: 1, selector: ([at]) => at })
  .map((orders): Both => {
    const body = (ids: readonly string[]) => orders.map(([at, sortOrder]) => ({ id: ids[at], sortOrder }))
    return {
      change: (ids) => ({ action: 'reorderStrategy', payload: body(ids) }),
      direct: (ids) => ['POST', '/strategies/set-sort-order', body(ids)],
    }
  })
const vary = variants.map((body): Both => ({
  change: () => ({ action: 'patchVariant', payload: { variants: body } }),
  direct: () => ['PUT', '/variants', body],
}))
const toggle = fc.boolean().map((enabled): Both => ({
  change: () => ({ action: 'updateEnabled', payload: { enabled } }),
  direct: () => ['POST', enabled ? '/on' : '/off'],
}))

/** Changes in any order, no two of the same: of these a request keeps the later one alone. */
const changes = fc
  .tuple(
    ...[0, 1, 2].map((at) => fc.option(fc.oneof(update(at), fc.constant(remove(at))))),
    fc.option(toggle),
    fc.option(vary),
    fc.option(reorder),
    fc.option(add),
    fc.option(add),
  )
  .map((all) => all.filter((one): one is Both => one !== null))
  .filter((all) => all.length > 0)
  .chain((all) => fc.shuffledSubarray(all, { minLength: 1 }))

async function makeFlag(name: string): Promise<string[]> {
  await requests.addFlag(name)
  const ids: string[] = []
  for (const title of ['one', 'two', 'three'])
    ids.push((await requests.addStrategy(name, { name: 'default', title })).id)
  return ids
}

/** All that a flag is in production, without what tells two flags apart. */
async function look(name: string): Promise<unknown> {
  const { body } = await app.call(getFeature, {
    params: { projectId: 'default', featureName: name },
    query: { variantEnvironments: 'true' },
  })
  const { environments } = body
  const here = environments.find((one) => one.name === 'production')
  const text = JSON.stringify(here, (key, value: unknown) => (key === 'id' ? undefined : value))
  return JSON.parse(text.replaceAll(name, 'flag'))
}

it('applying a request equals making its changes in order, or none if one is rejected', async () => {
  const outcomes = { applied: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(changes, async (asked) => {
      const [flag, twin] = [`flag-${count}`, `twin-${count++}`]
      const [ids, twinIds] = [await makeFlag(flag), await makeFlag(twin)]
      const before = await look(flag)
      const { id } = await requests.add(asked.map((one) => ({ ...one.change(ids), feature: flag })))
      await requests.move(id, 'In review')
      await requests.move(id, 'Approved', 'reviewer')
      const { status } = await requests.put(id, 'Applied', 'applier')

      let isRefused = false
      for (const one of asked) {
        const [method, path, body] = one.direct(twinIds)
        const url = `${PROJECT}/features/${twin}/environments/production${path}`
        const answer = await app.call(method, url, body === undefined ? {} : { body })
        isRefused ||= answer.status >= 400
      }
      outcomes[isRefused ? 'refused' : 'applied']++
      expect(status).toBe(isRefused ? 409 : 200)
      expect(await look(flag)).toEqual(isRefused ? before : await look(twin))
      await app.backend.store.queries.deleteFrom('change_requests').execute()
    }),
    // fewer on one engine would not see both outcomes
    { numRuns: 40, seed: 20_261_121 },
  )
  // both outcomes must occur, or half of the property was not tested
  expect(outcomes.applied).toBeGreaterThan(5)
  expect(outcomes.refused).toBeGreaterThan(2)
})
