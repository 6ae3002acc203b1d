import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { getAddons } from '#shared/integrations/contract/addons.ts'
import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'
import { findAddon } from '#domains/integrations/addons/addons.store.ts'
import { editDocument } from '#domains/transfer/scenario-document/edit-document.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({ env: { UNLEASH_ALLOW_LIST_INTEGRATION: 'other.example, 127.0.0.1' } })
})
afterAll(() => app.stop())

const HOOK = 'http://127.0.0.1/hooks/first'
const SECRETS = ['127.0.0.1/hooks', 'Bearer of-the-hook']
const file = (parameters: string, more = '') =>
  `scenario: 1
integrations:
  - provider: webhook
    description: Deployments
    parameters: ${parameters}
    events: [feature-environment-enabled, feature-created]${more}
`
const WHOLE = file(`{ url: '${HOOK}', authorization: Bearer of-the-hook, contentType: text/plain }`)

const plan = (text: string, more: object = {}) =>
  app.call(planScenario, { body: { text, file: 'file.yaml', ...more } })
const apply = (text: string, more: object = {}) =>
  app.call(applyScenario, { body: { text, file: 'file.yaml', ...more } })
const applied = async (text: string) => {
  const answer = await apply(text)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const exported = async (query: object = {}) => (await app.call(exportScenario, { query })).body.text
const stored = async () => {
  const [addon] = (await app.call(getAddons)).body.addons
  return findAddon(app.backend.store.queries, addon?.id ?? 0)
}

describe('integrations in a scenario', () => {
  it('are created from a file, and no plan shows their secrets', async () => {
    const planned = (await plan(WHOLE)).body
    expect(planned.steps).toEqual([
      expect.objectContaining({
        action: 'create',
        operation: 'createAddon',
        path: 'integrations/webhook Deployments',
      }),
    ])
    expect(planned.steps[0]?.changes).toContainEqual({
      path: 'parameters',
      after: { url: '(secret)', authorization: '(secret)', contentType: 'text/plain' },
    })
    expect(await applied(WHOLE)).toEqual(planned)
    expect(await stored()).toMatchObject({
      enabled: true,
      parameters: { url: HOOK, authorization: 'Bearer of-the-hook' },
    })
    expect((await plan(WHOLE)).body.steps).toEqual([])
  })

  it('are exported with masks, which keep what is stored; with secrets if asked for', async () => {
    const masked = await exported()
    for (const secret of SECRETS) expect(masked).not.toContain(secret)
    expect((await plan(masked)).body.steps).toEqual([])
    const whole = await exported({ secrets: 'true' })
    for (const secret of SECRETS) expect(whole).toContain(secret)
    expect((await plan(whole, { prune: true })).body.steps).toEqual([])
  })

  it('keep what a file does not name, and stored secrets for their address alone', async () => {
    const text = file(`{ url: '*****', contentType: application/json }`, '\n    enabled: false')
    const { steps } = await applied(text)
    expect(steps[0]?.changes).toEqual([
      { path: 'enabled', before: true, after: false },
      { path: 'parameters.contentType', before: 'text/plain', after: 'application/json' },
    ])
    expect(await stored()).toMatchObject({
      enabled: false,
      parameters: { url: HOOK, authorization: 'Bearer of-the-hook', contentType: 'application/json' },
    })
    const moved = await apply(file(`{ url: 'http://other.example/hook' }`))
    expect(moved.status).toBe(400)
    expect(moved.text).toContain('authorization has to be entered again')
    const again = await applied(file(`{ url: 'http://other.example/hook', authorization: Bearer new }`))
    expect(again.steps[0]?.changes).toEqual([
      { path: 'parameters.url', before: '(secret)', after: '(secret)' },
      { path: 'parameters.authorization', before: '(secret)', after: '(secret)' },
    ])
    expect(await stored()).toMatchObject({ parameters: { authorization: 'Bearer new' } })
  })

  it('are a fault of the plan where a mask stands for nothing, with its line', async () => {
    const masked = await exported()
    await applied('scenario: 1\nprune: true\nintegrations: []')
    const answer = await plan(masked)
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(
      /file\.yaml:\d+ integrations\[0\]\.parameters\.authorization: \*{5} stands for a stored value/,
    )
  })

  it('are written back with masks in place of secrets', () => {
    const item = { provider: 'webhook', parameters: { url: HOOK, contentType: 'text/plain' } }
    const before = { provider: 'webhook', parameters: { url: `${HOOK}/moved`, contentType: 'text/html' } }
    const changes = ['url', 'contentType'].map((name) => ({
      path: `parameters.${name}`,
      before: new Map(Object.entries(before.parameters)).get(name),
      after: new Map(Object.entries(item.parameters)).get(name),
    }))
    const list = 'integrations'
    const text = editDocument(
      `integrations: [{ provider: webhook, parameters: { url: ${HOOK}, contentType: text/plain } }]`,
      { integrations: [item] },
      [
        { action: 'update', list, name: 'webhook', before, after: item, changes },
        { action: 'delete', list, name: 'webhook #2', before, changes: [] },
      ],
    )
    const written = { provider: 'webhook', parameters: { url: '*****', contentType: 'text/html' } }
    expect(parse(text ?? '')).toEqual({ integrations: [written, written] })
  })

  it('may share a provider and a description: they are matched by their places', async () => {
    const two = `scenario: 1
integrations:
  - { provider: webhook, parameters: { url: 'http://127.0.0.1/one' }, events: [feature-created] }
  - { provider: webhook, parameters: { url: 'http://127.0.0.1/two' }, events: [feature-created] }
`
    expect(await applied(two)).toMatchObject({ created: 2 })
    expect((await applied(two)).steps).toEqual([])
    const { steps } = await applied(two.replace('/two', '/three'))
    expect(steps.map(({ action, path }) => [action, path])).toEqual([['update', 'integrations/webhook #2']])
    expect((await apply(two, { remove: true })).body).toMatchObject({ deleted: 2 })
  })
})
