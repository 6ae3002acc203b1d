import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { propertyRuns } from '#support/runner/property-runs.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
let count = 0
beforeAll(async () => {
  app = await startBackend()
  for (const project of ['one', 'two']) await addProject(app, project)
})
afterAll(() => app.stop())

const environment = fc.constantFrom('development', 'production')
const change = fc.oneof(
  fc.record({ kind: fc.constant('strategy' as const), environment, rollout: fc.nat(100) }),
  fc.record({ kind: fc.constantFrom('on' as const, 'off' as const), environment }),
  fc.record({ kind: fc.constant('link' as const), url: fc.webUrl() }),
)
const features = (project: string) => `/api/admin/projects/${project}/features`

async function apply(path: string, one: typeof change extends fc.Arbitrary<infer T> ? T : never) {
  if (one.kind === 'link') return app.call('POST', `${path}/link`, { body: { url: one.url } })
  const at = `${path}/environments/${one.environment}`
  if (one.kind !== 'strategy') return app.call('POST', `${at}/${one.kind}`)
  const parameters = { rollout: String(one.rollout), stickiness: 'userId', groupId: 'g' }
  return app.call('POST', `${at}/strategies`, { body: { name: 'flexibleRollout', parameters } })
}

it('moving a flag through any sequence of projects changes only its project', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 6 }),
      fc.array(fc.constantFrom('one', 'two', 'default'), { minLength: 1, maxLength: 4 }),
      async (changes, way) => {
        const name = `moved-${count++}`
        await app.call('POST', features('default'), { body: { name } })
        for (const one of changes)
          expect((await apply(`${features('default')}/${name}`, one)).status).toBeLessThan(300)
        const before = (await app.call('GET', `${features('default')}/${name}`)).body as object
        let at = 'default'
        for (const newProjectId of way.filter((next, index) => next !== (way[index - 1] ?? 'default'))) {
          const path = `${features(at)}/${name}/changeProject`
          expect((await app.call('POST', path, { body: { newProjectId } })).status).toBe(200)
          at = newProjectId
        }
        const after = await app.call('GET', `${features(at)}/${name}`)
        expect(after.body).toEqual({ ...before, project: at })
      },
    ),
    { numRuns: propertyRuns(40) },
  )
})
