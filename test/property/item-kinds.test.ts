import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** Lists whose items are read, written and restored by a kind of item. */
const LISTS = [
  'environments',
  'roles',
  'groups',
  'projects',
  'contextFields',
  'tagTypes',
  'strategyTypes',
  'segments',
  'expect',
] as const
type List = (typeof LISTS)[number]
type Item = object
type Items = Record<List, Item | undefined>

const text = fc.constantFrom('a', 'b', 'Words: "two"')
const some = fc.constantFrom('one', 'two')
const constraint = fc.record({
  contextName: fc.constantFrom('userId', 'appName'),
  operator: fc.constantFrom('IN', 'NOT_IN'),
  values: fc.uniqueArray(some, { minLength: 1 }),
  // files leave out what the service fills in
  inverted: fc.constant(true),
})

/** Contents of an item of each list, without its name. */
const CONTENTS: Readonly<Record<List, fc.Arbitrary<Item>>> = {
  environments: fc.record({
    type: fc.constantFrom('test', 'production'),
    sortOrder: fc.integer({ min: 10, max: 20 }),
    enabled: fc.boolean(),
  }),
  roles: fc.record({
    description: text,
    type: fc.constant('root-custom'),
    permissions: fc.subarray([{ name: 'CREATE_PROJECT' }, { name: 'CREATE_SEGMENT' }]),
  }),
  groups: fc.record({
    description: text,
    mappingsSSO: fc.subarray(['sso-a', 'sso-b']),
    rootRole: fc.constantFrom(null, 'Viewer'),
    users: fc.subarray(['ann', 'ben']),
  }),
  projects: fc.record({
    name: fc.constantFrom('Shop', 'Store'),
    description: text,
    mode: fc.constantFrom('open', 'protected'),
    defaultStickiness: fc.constantFrom('default', 'userId'),
    featureLimit: fc.constantFrom(null, 20),
    featureNaming: fc.constantFrom({ pattern: null }, { pattern: 'a.*', example: 'ab', description: null }),
    linkTemplates: fc.subarray([{ title: 'Issue', urlTemplate: 'https://example.com/{{feature}}' }]),
    // an environment that a project has lost comes back without its strategies: that is not undone (ADR 35)
    environments: fc.constant(['development', 'production']),
    access: fc.record({
      users: fc.constantFrom({ ann: ['Member'] }, { ann: ['Owner'] }),
      groups: fc.constant({}),
    }),
  }),
  contextFields: fc.record({
    description: text,
    stickiness: fc.boolean(),
    sortOrder: fc.integer({ min: 1, max: 9 }),
    legalValues: fc.subarray([{ value: 'NO' }, { value: 'SE', description: 'Sweden' }]),
  }),
  tagTypes: fc.record({ description: text, icon: text, color: fc.constantFrom(null, '#ffffff') }),
  strategyTypes: fc.record({
    title: text,
    description: text,
    deprecated: fc.boolean(),
    parameters: fc.subarray([
      { name: 'tenants', type: 'list', description: '', required: true },
      { name: 'share', type: 'percentage', description: 'x', required: false },
    ]),
  }),
  segments: fc.record({
    description: text,
    constraints: fc.array(constraint, { maxLength: 2 }),
  }),
  expect: fc.oneof(
    fc.record({
      flag: fc.constant('expected'),
      environment: fc.constantFrom('development', 'production'),
      contexts: fc.array(fc.record({ userId: some, country: some }), { minLength: 1, maxLength: 2 }),
      expect: fc.constantFrom({ enabled: true }, { enabled: false, reason: 'disabled' }),
    }),
    fc.record({
      flag: fc.constant('expected'),
      environment: fc.constant('development'),
      users: fc.record({ count: fc.integer({ min: 1, max: 20 }), field: some }),
      expect: fc.record({ enabled: fc.boolean(), share: fc.constantFrom(10, 50) }),
    }),
    fc.record({
      access: fc.constantFrom({ user: 'ann' }, { role: 'Viewer' }),
      permission: fc.constantFrom('CREATE_PROJECT', 'UPDATE_FEATURE'),
      project: fc.constant('default'),
      allowed: fc.boolean(),
    }),
  ),
}

/** Some items, one of each list at most. */
const items = fc.record(
  Object.fromEntries(LISTS.map((list) => [list, fc.option(CONTENTS[list], { nil: undefined })])) as {
    [L in List]: fc.Arbitrary<Item | undefined>
  },
)

const none = Object.fromEntries(LISTS.map((list) => [list, undefined])) as Items
/** A kind of strategy that one write creates and deprecates: two events, and one undo. */
const NEW_AND_DEPRECATED: [Items, Items] = [
  none,
  { ...none, strategyTypes: { title: 'a', description: 'a', deprecated: true, parameters: [] } },
]

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Admin'] },
      { username: 'ben', roles: ['Viewer'] },
    ],
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'expected' } })
})
afterAll(() => app.stop())

const fileOf = (name: string, all: Partial<Items>): ScenarioItems =>
  Object.fromEntries(
    LISTS.flatMap((list) => {
      const content = all[list]
      // the name of a project is no key
      const key = list === 'projects' ? { id: name } : { name }
      return content ? [[list, [{ ...key, ...content }]]] : []
    }),
  )
const bodyOf = (file: object, more: object = {}) => ({
  text: JSON.stringify({ scenario: 1, ...file }),
  ...more,
})

async function applied(file: object, more?: object): Promise<number> {
  const answer = await app.call(applyScenario, { as: 'ann', body: bodyOf(file, more) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.steps.length
}

/** Reads the items of one name, as an export has them. */
async function readItems(name: string): Promise<ScenarioItems> {
  const { body } = await app.call(exportScenario, { as: 'ann', query: { format: 'json' } })
  const file = JSON.parse(body.text) as Record<string, { name: string; id?: string }[]>
  return Object.fromEntries(
    LISTS.flatMap((list) => {
      const own = (file[list] ?? []).filter((one) => (one.id ?? one.name) === name)
      return own.length === 0 ? [] : [[list, own]]
    }),
  )
}

async function undoNewest(): Promise<void> {
  const [newest] = await readEventLog(app, { limit: '1' })
  const answer = await app.call('POST', `/api/admin/undo/${newest?.id}`, {
    as: 'ann',
    body: { scope: 'write' },
  })
  expect(answer.status, answer.text).toBe(200)
}

it('an item of each kind is read as it was written, written as it was read, and undone to what it was', async () => {
  let run = 0
  const proven = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(items, items, async (before, after) => {
      run += 1
      const name = `item${run}`
      await applied(fileOf(name, before))
      const first = await readItems(name)
      expect(first).toMatchObject(fileOf(name, before))
      const steps = await applied(fileOf(name, after))
      const second = await readItems(name)
      expect(second).toMatchObject({ ...first, ...fileOf(name, after) })
      const plan = await app.call(planScenario, { as: 'ann', body: bodyOf(second) })
      expect(plan.body.steps).toEqual([])
      if (steps > 0) {
        await undoNewest()
        expect(await readItems(name)).toEqual(first)
      }
      // environments and projects that are gone do not come back (ADR 35)
      const { environments: _environments, projects: _projects, ...rest } = first
      const removed = await applied(rest, { remove: true })
      if (removed > 0) {
        await undoNewest()
        expect(await readItems(name)).toEqual(first)
      }
      for (const list of LISTS) if (before[list] && after[list]) proven.set(list, (proven.get(list) ?? 0) + 1)
    }),
    { numRuns: propertyRuns(15), examples: [NEW_AND_DEPRECATED] },
  )
  // a kind that has never been changed would prove nothing
  expect([...proven.keys()].sort()).toEqual([...LISTS].sort())
})
