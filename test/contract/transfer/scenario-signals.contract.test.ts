import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { createFeature } from '#shared/flags/contract/features.ts'
import { getActionRules, setActionRules } from '#shared/signals/contract/action-rules.ts'
import { getProjectActions } from '#shared/signals/contract/actions.ts'
import { getSignalDeliveryId, getSignalOrder, setSignalDeliveryId } from '#shared/signals/contract/senders.ts'
import { getSignalEndpoints } from '#shared/signals/contract/signal-endpoints.ts'
import { KNOWN_PLACE } from '#shared/signals/rules/index.ts'
import { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import { DeliveryIdSetting, OrderSetting } from '#shared/signals/schemas/sender.ts'
import {
  applyScenario,
  exportScenario,
  planScenario,
  writeScenarioSource,
} from '#shared/transfer/contract/scenario.ts'
import { createSnapshot, restoreSnapshot } from '#shared/transfer/contract/snapshots.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const scenario = (place: string, rules: string, order = '') => `scenario: 1
serviceAccounts: [{ username: robot, name: Robot, rootRole: Editor }]
signalEndpoints:
  - name: alerts${place && `\n    deliveryId: ${place}`}${order && `\n    order: ${order}`}
actionSets:
  - name: Stop it
    signalEndpoint: alerts
    actor: robot
    actions: [{ action: TOGGLE_FEATURE_OFF, executionParams: { environment: development, featureName: checkout } }]${rules && `\n    rules: ${rules}`}
`
const NONE = { in: 'none', name: null }
const AT_SEQUENCE = { in: 'path', name: 'event.seq' }
const FULL = scenario(
  '{ in: path, name: event.id } # theirs',
  '{ onFailure: continue, retries: 3, reset: { status: { operator: IN, values: [resolved] } } } # ours',
  '{ in: path, name: event.seq }',
)
const SILENT = scenario('', '')
const DEFAULT = scenario('{ in: known }', '{}', '{ in: none }')

const temp = makeTempFolder()
const source = path.join(temp.folder, 'flags.yaml')
let app: TestBackend
beforeAll(async () => {
  writeFileSync(source, 'scenario: 1\n')
  app = await startBackend({
    users: [{ username: 'ann', roles: ['Admin'] }],
    env: { HALYARD_SCENARIO: source },
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'checkout' } })
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const plan = async (text: string, more: object = {}) => {
  const { body, status, text: said } = await app.call(planScenario, { body: { text, ...more } })
  expect(status, said).toBe(200)
  return body.steps
}
const apply = async (text: string, to = app) => {
  const { status, text: said } = await to.call(applyScenario, { body: { text } })
  expect(status, said).toBe(200)
}
const remove = (text: string, from: TestBackend) => from.call(applyScenario, { body: { text, remove: true } })
const exported = async () => (await app.call(exportScenario, { query: { format: 'yaml' } })).body.text

async function places(of = app) {
  const [endpoint] = (await of.call(getSignalEndpoints)).body.signalEndpoints
  const [set] = (await of.call(getProjectActions, { params: { projectId: 'default' } })).body.actions
  return {
    endpoint: { id: String(endpoint?.id) },
    set: { projectId: 'default', id: String(set?.id) },
  }
}
async function held(of = app) {
  const { endpoint, set } = await places(of)
  return {
    deliveryId: (await of.call(getSignalDeliveryId, { params: endpoint })).body,
    order: (await of.call(getSignalOrder, { params: endpoint })).body,
    rules: (await of.call(getActionRules, { params: set })).body,
  }
}

describe('rules of action sets and places of delivery ids in a scenario file', () => {
  it('are planned and applied, with one event each and no other change', async () => {
    await apply(FULL)
    expect(await held()).toEqual({
      deliveryId: { in: 'path', name: 'event.id' },
      order: AT_SEQUENCE,
      rules: ActionRules.parse({
        onFailure: 'continue',
        retries: 3,
        reset: { status: { operator: 'IN', values: ['resolved'] } },
      }),
    })
    expect(await plan(FULL)).toEqual([])
    const [{ id: newest } = { id: 0 }] = await readEventLog(app, { limit: '1' })
    await apply(FULL.replace('retries: 3', 'retries: 2').replace('event.id', 'event.key'))
    const later = (await readEventLog(app, { limit: '20' })).filter(({ id }) => id > newest)
    expect(later.map(({ type }) => type)).toEqual(['actions-rules-updated', 'signal-delivery-id-set'])
    expect(later.map(({ data }) => data)).toEqual([
      expect.objectContaining({ rules: expect.objectContaining({ retries: 2 }) as unknown }),
      expect.objectContaining({ deliveryId: { in: 'path', name: 'event.key' } }),
    ])
    await apply(FULL)
  })

  it('are compared as a whole, and left alone by a file that does not name them', async () => {
    const before = await held()
    expect(await plan(SILENT)).toEqual([])
    await apply(SILENT.replace('name: alerts', 'name: alerts\n    description: Renamed'))
    expect(await held()).toEqual(before)
    const steps = await plan(
      FULL.replace('onFailure: continue, ', '').replace('in: path, name: event.id', 'in: none'),
    )
    expect(steps.map(({ path: at, changes }) => [at, changes.map(({ path: one }) => one)])).toEqual([
      ['signalEndpoints/alerts', ['deliveryId']],
      ['actionSets/default/Stop it', ['rules']],
    ])
    await apply(DEFAULT)
    expect(await held()).toEqual({ deliveryId: KNOWN_PLACE, order: NONE, rules: ActionRules.parse({}) })
    expect(await plan(DEFAULT)).toEqual([])
  })

  it('are exported without what is the default', async () => {
    await apply(DEFAULT)
    expect(await exported()).not.toMatch(/deliveryId|rules|order:/)
    await apply(FULL)
    const { signalEndpoints, actionSets } = parse(await exported()) as Record<string, object[]>
    expect(signalEndpoints).toMatchObject([
      { deliveryId: { in: 'path', name: 'event.id' }, order: AT_SEQUENCE },
    ])
    expect(actionSets).toEqual([
      expect.objectContaining({
        rules: {
          onFailure: 'continue',
          retries: 3,
          reset: { status: { operator: 'IN', values: ['resolved'] } },
        },
      }),
    ])
  })

  it.each([
    ['an unknown rule', scenario('', '{ retires: 3 }'), 'p.yaml:10 actionSets[0].rules: '],
    ['a rule out of bounds', scenario('', '{ retries: 6 }'), 'p.yaml:10 actionSets[0].rules.retries: '],
    ['a reset by nothing', scenario('', '{ reset: {} }'), 'p.yaml:10 actionSets[0].rules.reset: A reset'],
    [
      'an unknown operator',
      scenario('', '{ reset: { a: { operator: IS } } }'),
      'p.yaml:10 actionSets[0].rules.reset.a.operator: ',
    ],
    ['an unknown place', scenario('{ in: cookie }', ''), 'p.yaml:5 signalEndpoints[0].deliveryId.in: '],
    [
      'a place without name',
      scenario('{ in: header }', ''),
      'p.yaml:5 signalEndpoints[0].deliveryId.name: Name',
    ],
    [
      'a header that holds a secret',
      scenario('{ in: header, name: Authorization }', ''),
      'p.yaml:5 signalEndpoints[0].deliveryId.name: This header holds a secret',
    ],
    [
      'an order by nothing',
      scenario('{ in: none }', '', '{ in: path }'),
      'p.yaml:6 signalEndpoints[0].order.name: Name the path',
    ],
    [
      'a property that is none',
      scenario('{ in: none, names: a }', ''),
      'p.yaml:5 signalEndpoints[0].deliveryId: ',
    ],
  ])('are refused with line and path: %s', async (_what, text, message) => {
    const { status, text: said } = await app.call(planScenario, { body: { text, file: 'p.yaml' } })
    const { details } = JSON.parse(said) as { details: { message: string }[] }
    expect([status, details.map((one) => one.message)]).toEqual([
      400,
      [expect.stringContaining(message) as string],
    ])
  })

  it('are written back into the file, whose comments stay', async () => {
    await apply(FULL)
    writeFileSync(source, FULL)
    const { endpoint, set } = await places()
    const rules = { ...(await held()).rules, retries: 0, coolDownMinutes: 15 }
    await app.call(setActionRules, { params: set, body: rules })
    await app.call(setSignalDeliveryId, { params: endpoint, body: { in: 'none' } })
    expect((await app.call(writeScenarioSource)).status).toBe(200)
    const text = readFileSync(source, 'utf8')
    expect(text).toContain('# theirs')
    expect(text).toContain('# ours')
    expect(await plan(text)).toEqual([])
    expect(await held()).toEqual({ deliveryId: NONE, order: AT_SEQUENCE, rules })
  })

  it('come back with a snapshot', async () => {
    await apply(FULL)
    const before = await held()
    expect((await app.call(createSnapshot, { as: 'ann', body: { name: 'ruled' } })).status).toBe(201)
    await apply(DEFAULT)
    const restored = await app.call(restoreSnapshot, { as: 'ann', params: { name: 'ruled' } })
    expect(restored.status, restored.text).toBe(200)
    expect(await held()).toEqual(before)
  })

  it('are equal after they were written and read back, whatever they are', async () => {
    const filters = fc.dictionary(
      fc.constantFrom('status', 'event.type', 'a.b[0]'),
      fc.record({
        operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS'),
        values: fc.uniqueArray(fc.constantFrom('a', 'no', '1', 'Words: "two"'), { minLength: 1 }),
      }),
      { minKeys: 1 },
    )
    const rules = fc.record(
      {
        onFailure: fc.constantFrom('stop', 'continue'),
        retries: fc.integer({ min: 0, max: 5 }),
        retryAfterSeconds: fc.integer({ min: 1, max: 3600 }),
        coolDownMinutes: fc.integer({ min: 0, max: 1440 }),
        maxPerHour: fc.option(fc.integer({ min: 1, max: 60 })),
        reset: fc.option(filters),
      },
      { requiredKeys: [] },
    )
    const deliveryId = fc.oneof(
      fc.constantFrom({ in: 'known' }, { in: 'none' }),
      fc.record({ in: fc.constant('header'), name: fc.constantFrom('X-Id', "a'b`c") }),
      fc.record({ in: fc.constant('path'), name: fc.constantFrom('id', 'event.id', 'a: b', 'ü') }),
    )
    const order = fc.oneof(
      fc.constant({ in: 'none' }),
      fc.record({ in: fc.constantFrom('header', 'path'), name: fc.constantFrom('webhook-timestamp', 'seq') }),
    )
    const other = await startBackend()
    try {
      await other.call(createFeature, { params: { projectId: 'default' }, body: { name: 'checkout' } })
      await fc.assert(
        fc.asyncProperty(deliveryId, rules, order, async (place, wanted, orderPlace) => {
          const file = scenario(JSON.stringify(place), JSON.stringify(wanted), JSON.stringify(orderPlace))
          await apply(file)
          expect(await held()).toEqual({
            deliveryId: DeliveryIdSetting.parse(place),
            order: OrderSetting.parse(orderPlace),
            rules: ActionRules.parse(wanted),
          })
          const { signalEndpoints, actionSets, serviceAccounts } = parse(await exported()) as Record<
            string,
            object[]
          >
          const text = JSON.stringify({ scenario: 1, serviceAccounts, signalEndpoints, actionSets })
          expect(await plan(text, { prune: true })).toEqual([])
          // what an export leaves out is the default of a new item
          await remove(scenario('', ''), other)
          await apply(text, other)
          expect(await held(other)).toEqual(await held())
        }),
        { numRuns: propertyRuns(15) },
      )
    } finally {
      await other.stop()
    }
  })
})
