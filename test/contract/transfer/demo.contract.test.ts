import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'
import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'
import { searchSignals } from '#shared/signals/contract/signals.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const text = readFileSync(path.join(root, 'resources/demo.yaml'), 'utf8')

let app: TestBackend
beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

const apply = (more: object = {}) => app.call(applyScenario, { body: { text, file: 'demo.yaml', ...more } })
const exported = async () => (await app.call(exportScenario)).body.text

it('the demo is loaded beside what there is, and removed without a trace', async () => {
  const params = { projectId: 'default' }
  await app.call(createFeature, { params, body: { name: 'of-mine' } })
  const before = await exported()

  const loaded = await apply()
  expect(loaded.status, loaded.text).toBe(200)
  expect(loaded.body.updated).toBe(0)
  const { projects } = (await app.call(getProjects)).body
  expect(projects.map(({ id, featureCount }) => [id, featureCount])).toEqual(
    expect.arrayContaining([
      ['default', 1],
      ['demo-shop', 5],
      ['demo-mobile', 2],
    ]),
  )
  // its signals came once, and started the action that waits for one of them
  const signals = async () => (await app.call(searchSignals)).body
  await app.backend.runJobs()
  expect((await signals()).signals.map(({ outcome }) => outcome)).toEqual([
    ...['none', 'done', 'none', 'none', 'none'],
  ])
  expect((await apply()).body.steps).toEqual([])
  expect((await signals()).total).toBe(5)

  const planned = await app.call(planScenario, { body: { text, remove: true } })
  expect(planned.body).toMatchObject({ created: 0, updated: 0, deleted: loaded.body.created })
  const removed = await apply({ remove: true })
  expect(removed.status, removed.text).toBe(200)
  expect(removed.body).toEqual(planned.body)
  expect(await exported()).toBe(before)
  expect((await apply({ remove: true })).body.steps).toEqual([])
  // and once more
  expect((await apply()).body).toMatchObject({ created: loaded.body.created })
})

it('the demo stays as a whole while somebody else has a flag in its project', async () => {
  await app.call(createFeature, { params: { projectId: 'demo-shop' }, body: { name: 'guest' } })
  const before = await exported()
  const answer = await apply({ remove: true })
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect((answer.body as unknown as { message: string }).message).toContain('projects/demo-shop')
  expect(await exported()).toBe(before)
})

it('a file cannot remove the project that every instance has', async () => {
  const body = { text: 'scenario: 1\nprojects: [{ id: default }]', remove: true }
  expect((await app.call(applyScenario, { body })).body).toMatchObject({ deleted: 0 })
})
