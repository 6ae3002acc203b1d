import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  createExpectation,
  deleteExpectation,
  updateExpectation,
} from '#shared/insight/contract/expectations.ts'
import {
  applyScenario,
  exportScenario,
  getScenarioSource,
  planScenario,
  writeScenarioSource,
} from '#shared/transfer/contract/scenario.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const FILE = `scenario: 1
flags:
  - name: checkout
expect:
  # asked for by Ada
  - flag: checkout # the new one
    environment: development
    contexts: [{ userId: '7', beta: true }]
    expect: { enabled: true, variant: blue }
  - name: gone
    access: { role: Viewer }
    permission: CREATE_PROJECT
    allowed: false
`
const temp = makeTempFolder()
const file = path.join(temp.folder, 'flags.yaml')
let app: TestBackend
beforeAll(async () => {
  writeFileSync(file, FILE)
  app = await startBackend({ env: { HALYARD_SCENARIO: file } })
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const plan = async (text: string, more: object = {}) => {
  const { body, status, text: said } = await app.call(planScenario, { body: { text, ...more } })
  expect(status, said).toBe(200)
  return body
}

it('expectations of an instance are written back into its file, which then plans nothing', async () => {
  expect((await plan(FILE)).steps).toEqual([])
  const params = { name: 'checkout in development for userId=7 beta=true' }
  const place = { flag: 'checkout', environment: 'development' }
  const contexts = [{ userId: '7', beta: false }]
  await app.call(updateExpectation, { params, body: { ...place, contexts, expect: { enabled: false } } })
  await app.call(deleteExpectation, { params: { name: 'gone' } })
  const added = { ...place, name: 'a share', users: { count: 10 }, expect: { enabled: false, share: 100 } }
  await app.call(createExpectation, { body: added })
  expect((await app.call(getScenarioSource)).body.changes).toEqual({ added: 1, changed: 1, removed: 1 })
  expect((await app.call(writeScenarioSource)).status).toBe(200)
  const written = readFileSync(file, 'utf8')
  expect(written).toContain('# asked for by Ada')
  expect(written).toContain('beta: false')
  expect(written).not.toContain('blue')
  expect(written).not.toContain('gone')
  expect(written).toContain('name: a share')
  // its name was made of what it was about before
  expect(written).toContain(`name: ${params.name}`)
  expect(
    (await plan(written, { prune: true })).steps.filter(({ path: at }) => at.startsWith('expect/')),
  ).toEqual([])
})

it('an expectation is compared as a whole, and an export names only what has a name of its own', async () => {
  const one = (expected: string) =>
    `scenario: 1\nexpect:\n  - { flag: checkout, environment: production, expect: ${expected} }\n`
  const apply = async (text: string, more: object = {}) => {
    const { body, status, text: said } = await app.call(applyScenario, { body: { text, ...more } })
    expect(status, said).toBe(200)
    return body.steps.map(({ action, operation, changes }) => [action, operation, changes.length])
  }
  expect(await apply(one('{ enabled: true, variant: blue }'))).toEqual([['create', 'createExpectation', 4]])
  expect(await apply(one('{ enabled: true }'))).toEqual([['update', 'updateExpectation', 1]])
  expect(await apply(one('{ enabled: true }'))).toEqual([])
  const { text } = (await app.call(exportScenario)).body
  expect(text).toContain(
    '  - flag: checkout\n    environment: production\n    expect:\n      enabled: true\n',
  )
  expect(text.slice(text.indexOf('\nexpect:'))).not.toContain('variant')
  expect(await apply(one('{ enabled: true }'), { remove: true })).toEqual([
    ['delete', 'deleteExpectation', 0],
  ])
})
