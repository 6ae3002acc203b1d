import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { getFeature } from '#shared/flags/contract/features.ts'
import { getFeatureStrategies } from '#shared/flags/contract/strategies.ts'
import { searchSignals } from '#shared/signals/contract/signals.ts'
import { getReleasePlanTemplates } from '#shared/flags/contract/release-templates.ts'
import { getStrategy } from '#shared/flags/contract/strategy-types.ts'
import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'
import { BACKEND, OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const WHOLE = `
scenario: 1
environments:
  - { name: staging, type: preproduction, sortOrder: 5 }
roles:
  - name: Releaser
    description: Turns flags on
    type: custom
    permissions:
      - { name: UPDATE_FEATURE_ENVIRONMENT, environment: development }
      - { name: UPDATE_FEATURE }
users:
  - { username: grace, email: grace@example.com, name: Grace, rootRole: Editor, password: a long password 1 }
serviceAccounts:
  - { username: robot, name: Robot, rootRole: Editor }
groups:
  - { name: Crew, description: All of us, users: [grace], mappingsSSO: [crew] }
projects:
  - id: shop
    name: Shop
    environments: [development, staging]
    featureLimit: 50
    linkTemplates: [{ urlTemplate: 'https://example.com/{{feature}}' }]
    access: { users: { grace: [Member] }, groups: { Crew: [Releaser] } }
    approvals: { staging: 1 }
    defaultStrategies: { development: { name: flexibleRollout, parameters: { rollout: 20 }, segments: [nordic] } }
contextFields:
  - { name: country, legalValues: [{ value: NO }, { value: SE }] }
tagTypes:
  - { name: team, description: Who owns it }
strategyTypes:
  - { name: byTenant, description: By tenant, parameters: [{ name: tenants, type: list }] }
segments:
  - name: nordic
    constraints:
      - { contextName: country, operator: IN, values: [NO, SE] }
releaseTemplates:
  - name: Slowly
    project: shop
    milestones:
      - name: Few
        strategies: [{ name: flexibleRollout, parameters: { rollout: 5 }, segments: [nordic] }]
      - { name: All, strategies: [{ name: default }] }
flags:
  - name: checkout
    project: shop
    description: The new checkout
    tags: [{ type: team, value: payments }]
    links: [{ url: example.com/checkout }]
    dependencies: [{ feature: parent }]
    environments:
      development:
        enabled: true
        strategies:
          - name: flexibleRollout
            parameters: { rollout: 50 }
            segments: [nordic]
            variants:
              - { name: blue, weight: 1, weightType: variable, stickiness: default }
              - { name: red, weight: 1, weightType: variable, stickiness: default }
          - name: default
            disabled: true
      staging: { enabled: true }
  - name: parent
    project: shop
    environments: { development: { variants: [{ name: a, weight: 1 }] } }
  - name: retired
    project: shop
    archived: true
    environments: { development: { enabled: true, strategies: [{ name: default }] } }
apiTokens:
  - { tokenName: tests, type: backend, environment: development, projects: [shop], secret: 'shop:development.fixed-value' }
signalEndpoints:
  - { name: alerts }
actionSets:
  - name: Stop it
    project: shop
    signalEndpoint: alerts
    actor: robot
    actions:
      - { action: TOGGLE_FEATURE_OFF, executionParams: { environment: development, featureName: checkout } }
`
const flag = (name: string, rest = '') => `scenario: 1\nflags:\n  - name: ${name}\n${rest}`

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann', roles: ['Admin'] }, ...OWNER_AND_VIEWER] })
})
afterAll(() => app.stop())

const plan = (text: string, more: object = {}) =>
  app.call(planScenario, { as: 'ann', body: { text, ...more } })
const apply = (text: string, more: object = {}, as = 'ann') =>
  app.call(applyScenario, { as, body: { text, file: 'flags.yaml', ...more } })
const exported = async (query: object = {}) =>
  (await app.call(exportScenario, { as: 'ann', query })).body.text
const errorOf = (answer: { body: unknown }) =>
  answer.body as { message: string; details: { message: string; path: string }[] }

describe('a scenario', () => {
  it('is planned, applied as a whole, and then plans nothing', async () => {
    const planned = await plan(WHOLE)
    expect(planned.status, planned.text).toBe(200)
    expect(planned.body).toMatchObject({ created: 17, updated: 0, deleted: 0 })
    expect(planned.text).not.toContain('fixed-value')
    expect(planned.text).not.toContain('a long password')
    expect(planned.body.steps[0]).toMatchObject({
      operation: 'createEnvironment',
      path: 'environments/staging',
    })
    const applied = await apply(WHOLE)
    expect(applied.status, applied.text).toBe(200)
    expect(applied.body).toEqual(planned.body)
    expect((await plan(WHOLE)).body).toEqual({ created: 0, updated: 0, deleted: 0, steps: [] })
    expect((await apply(WHOLE)).body.steps).toEqual([])
    const checkout = await app.call(getFeature, { params: { projectId: 'shop', featureName: 'checkout' } })
    expect(checkout.body).toMatchObject({
      tags: [{ type: 'team', value: 'payments' }],
      dependencies: [{ feature: 'parent', enabled: true }],
      links: [{ url: 'https://example.com/checkout' }],
    })
    const features = await app.call('GET', '/api/client/features', { token: 'shop:development.fixed-value' })
    expect(features.body).toMatchObject({ features: [{ name: 'checkout' }, { name: 'parent' }] })
  })

  it('changes, deprecates and deletes strategy types, and cannot change those that are built in', async () => {
    const types = (list: string) => `scenario: 1\nstrategyTypes: [${list}]\n`
    const read = (name: string) => app.call(getStrategy, { params: { name } })
    const before =
      '{ name: byRegion, title: Region, parameters: [{ name: regions, type: list, required: true }] }'
    expect((await apply(types(before))).body).toMatchObject({ created: 1 })
    const after = '{ name: byRegion, deprecated: true, parameters: [{ name: zones, type: string }] }'
    const changed = await apply(types(after))
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body.steps).toMatchObject([{ action: 'update', path: 'strategyTypes/byRegion' }])
    expect((await read('byRegion')).body).toMatchObject({
      title: 'Region',
      deprecated: true,
      parameters: [{ name: 'zones', type: 'string', description: '', required: false }],
    })
    expect((await plan(types(after))).body.steps).toEqual([])
    const back = await apply(
      types('{ name: byRegion, deprecated: false, parameters: [{ name: zones, type: string }] }'),
    )
    expect(back.body.steps.map(({ changes }) => changes.map(({ path }) => path))).toEqual([['deprecated']])
    expect((await read('byRegion')).body.deprecated).toBe(false)
    expect((await apply(types(after), { remove: true })).body).toMatchObject({ deleted: 1 })
    expect((await read('byRegion')).status).toBe(404)
    const builtIn = await apply(types('{ name: flexibleRollout, parameters: [] }'))
    expect(builtIn.status).toBe(409)
    expect(errorOf(builtIn).message).toContain('strategyTypes/flexibleRollout')
  })

  it('is exported, and an empty instance becomes equal by it', async () => {
    const [text, json] = [await exported(), await exported({ format: 'json' })]
    expect(await exported()).toBe(text)
    expect((await plan(text, { prune: true })).body.steps).toEqual([])
    expect((await plan(json, { prune: true })).body.steps).toEqual([])
    // what the service fills in is left out of strategies
    expect(text).toContain(
      '          - name: flexibleRollout\n            parameters:\n              rollout: "50"\n',
    )
    expect(text).not.toContain('groupId')
    expect(text).not.toContain('fixed-value')
    expect(await exported({ secrets: true })).toContain('shop:development.fixed-value')
    const other = await startBackend()
    const outcome = await other.call(applyScenario, { body: { text } })
    expect(outcome.status, outcome.text).toBe(200)
    expect((await other.call(exportScenario)).body.text).toBe(text)
    await other.stop()
  })

  it('changes what differs, and leaves alone what it does not name', async () => {
    const { body } = await apply(
      flag('parent', '    stale: true\n    environments: { development: { enabled: true } }'),
    )
    expect(body).toMatchObject({ created: 0, updated: 1, deleted: 0 })
    expect(body.steps[0]?.changes).toEqual([
      { path: 'stale', before: false, after: true },
      { path: 'environments.development.enabled', before: false, after: true },
    ])
    const { body: parent } = await app.call(getFeature, {
      params: { projectId: 'shop', featureName: 'parent' },
    })
    expect(parent).toMatchObject({ stale: true })
  })

  it('sets default strategies before the flags that get them, and takes them away', async () => {
    const text = (strategy: string, more = '') =>
      `scenario: 1\nprojects: [{ id: shop, defaultStrategies: { development: ${strategy} } }]\n${more}`
    const changesOf = async (strategy: string) =>
      (await apply(text(strategy))).body.steps.map(({ changes }) => changes.map(({ path }) => path))
    const [half, third] = ['{ rollout: 50, stickiness: userId }', '{ rollout: 33 }'].map(
      (parameters) => `{ name: flexibleRollout, parameters: ${parameters}, segments: [late] }`,
    )
    const more =
      'segments: [{ name: late, constraints: [] }]\n' +
      'flags: [{ name: by-default, project: shop, environments: { development: { enabled: true } } }]'
    const applied = await apply(text(half ?? '', more))
    expect(applied.status, applied.text).toBe(200)
    expect((await plan(text(half ?? '', more))).body.steps).toEqual([])
    const params = { projectId: 'shop', featureName: 'by-default', environment: 'development' }
    expect((await app.call(getFeatureStrategies, { params })).body).toMatchObject([
      { parameters: { rollout: '50', stickiness: 'userId' }, segments: [expect.any(Number)] },
    ])
    expect(await changesOf(third ?? '')).toEqual([['defaultStrategies.development']])
    expect(await exported()).toContain('        parameters:\n          rollout: "33"\n        segments:\n')
    expect(await changesOf('null')).toEqual([['defaultStrategies.development']])
    expect((await plan(text('null'))).body.steps).toEqual([])
    expect(await exported()).not.toContain('"33"')
  })

  it('creates, changes and deletes release templates, with milestones in their order', async () => {
    const text = (milestones: string) =>
      `scenario: 1\nreleaseTemplates: [{ name: By steps, milestones: [${milestones}] }]\n`
    const [few, all] = ['{ name: Few, strategies: [{ name: default }] }', '{ name: All }']
    const read = async () =>
      (await app.call(getReleasePlanTemplates)).body.find(({ name }) => name === 'By steps')
    expect((await apply(text(few))).body).toMatchObject({ created: 1 })
    const changed = await apply(text(`${all}, ${few}`))
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body.steps.map(({ changes }) => changes.map(({ path }) => path))).toEqual([['milestones']])
    expect(await read()).toMatchObject({
      milestones: [
        { name: 'All', strategies: [] },
        { name: 'Few', strategies: [{ name: 'default' }] },
      ],
    })
    expect((await plan(text(`${all}, ${few}`))).body.steps).toEqual([])
    expect((await apply(text(all), { remove: true })).body).toMatchObject({ deleted: 1 })
    expect(await read()).toBeUndefined()
  })

  it('is undone as one write', async () => {
    const before = await exported()
    await apply(
      `scenario: 1
projects: [{ id: shop, defaultStrategies: { development: { name: flexibleRollout, segments: [undone] } } }, { id: closed, archived: true }]
segments: [{ name: undone, constraints: [] }]
flags: [{ name: one }, { name: two, archived: true }, { name: checkout, archived: true }, { name: retired }]`,
    )
    const { body } = await app.call('GET', '/api/admin/events?limit=1')
    const [{ id }] = (body as { events: [{ id: number }] }).events
    const undone = await app.call('POST', `/api/admin/undo/${id}`, { as: 'ann', body: { scope: 'write' } })
    expect(undone.status, undone.text).toBe(200)
    expect(await exported()).toBe(before)
  })

  it('is applied as a whole or not at all', async () => {
    const before = await exported()
    const answer = await apply(
      `scenario: 1\nflags: [{ name: fine }, { name: child, dependencies: [{ feature: nowhere }] }]`,
    )
    expect(answer.status).toBe(403)
    expect(errorOf(answer).message).toContain('flags/child')
    expect(await exported()).toBe(before)
  })

  it.each([
    [
      'two faults',
      'scenario: 1\nflags:\n  - name: a b\n  - name: ok\n    colour: red\n',
      ['flags.yaml:3 flags[0].name: ', 'flags.yaml:4 flags[1]: Unrecognized key: "colour"'],
    ],
    ['bad YAML', 'scenario: 1\nflags: [\n', ['flags.yaml:3: ']],
    [
      'an unknown project',
      flag('new', '    project: none\n'),
      ['flags.yaml:4 flags[0].project: There is no project named "none"'],
    ],
    [
      'a name that comes twice',
      'scenario: 1\nflags:\n  - name: a\n  - name: a\n',
      ['flags.yaml:4 flags[1]: The file names "a" twice'],
    ],
    [
      'an archived flag with a parent',
      flag('old', '    archived: true\n    dependencies: [{ feature: parent }]\n'),
      ['flags.yaml:5 flags[0].dependencies: An archived flag has no dependencies'],
    ],
    [
      'a default strategy of another type',
      'scenario: 1\nprojects:\n  - id: shop\n    defaultStrategies: { staging: { name: default } }\n',
      ['flags.yaml:4 projects[0].defaultStrategies.staging.name: '],
    ],
    [
      'a default strategy with an unknown segment',
      'scenario: 1\nprojects:\n  - id: shop\n    defaultStrategies:\n      staging: { name: flexibleRollout, segments: [none] }\n',
      ['flags.yaml:5 projects[0].defaultStrategies.staging.segments[0]: There is no segment named "none"'],
    ],
    [
      'items without their names',
      'scenario: 1\nflags:\n  - type: release\nprojects:\n  - name: Shop\n',
      ['flags.yaml:3 flags[0].name: This is required.', 'flags.yaml:5 projects[0].id: This is required.'],
    ],
    ['no scenario', '- 1\n', ['flags.yaml:1: Invalid input: expected object']],
    ['two documents', 'scenario: 1\n---\nscenario: 1\n', ['flags.yaml:']],
    [
      'aliases that explode',
      `scenario: 1\nprune: &a [x,x,x,x,x,x,x,x,x]\nflags: [${'*a,'.repeat(500)}]`,
      ['flags.yaml:'],
    ],
  ])('has an error with file, line and path for %s', async (_name, text, lines) => {
    const answer = await apply(text)
    expect(answer.status).toBe(400)
    const { details } = errorOf(answer)
    for (const [index, line] of lines.entries()) expect(details[index]?.message).toContain(line)
  })

  it('cannot give a token the value of another, nor one that begins otherwise', async () => {
    const token = (secret: string) =>
      `scenario: 1\napiTokens: [{ tokenName: more, type: backend, environment: development, projects: [default], secret: '${secret}' }]`
    expect(errorOf(await apply(token(BACKEND))).message).toContain('another token')
    expect(errorOf(await apply(token('*:development.wide'))).message).toContain('must begin with')
  })

  it('is rejected as its operations are: a name that is taken, a field that is not of the project', async () => {
    const account = 'scenario: 1\nserviceAccounts: [{ username: ann, name: Ann, rootRole: Viewer }]'
    expect((await apply(account)).status).toBe(409)
    const field = 'scenario: 1\ncontextFields: [{ name: country, project: shop }]'
    expect((await apply(field)).status).toBe(404)
  })

  describe('with signals', () => {
    const endpoint = (signals: string, more = '') =>
      `scenario: 1\nsignalEndpoints: [{ name: builds, ${more}signals: ${signals} }]`
    const payloads = async () => {
      const { signals } = (await app.call(searchSignals, { as: 'ann' })).body
      return signals.map(({ payload }) => payload).reverse()
    }

    it('sends them once, in their order, as the caller', async () => {
      const text = endpoint('[{ run: 1 }, [2], three]')
      expect((await plan(text)).body.steps).toEqual([
        expect.objectContaining({
          path: 'signalEndpoints/builds',
          changes: expect.arrayContaining([{ path: 'signals', after: '3 to be sent' }]) as unknown,
        }),
      ])
      expect(await payloads()).toEqual([])
      expect((await apply(text)).status).toBe(200)
      expect(await payloads()).toEqual([{ run: 1 }, [2], 'three'])
      expect((await apply(endpoint('[{ run: 4 }]'))).body.steps).toEqual([])
      expect(await payloads()).toHaveLength(3)
    })

    it('exports them only if asked for, and an instance that gets the endpoint anew gets them', async () => {
      expect(await exported()).not.toContain('signals:')
      const whole = await exported({ signals: 'true' })
      expect(whole).toContain('run: 1')
      await apply('scenario: 1\nsignalEndpoints: [{ name: builds }]', { remove: true })
      const answer = await apply(whole)
      expect(answer.status, answer.text).toBe(200)
      // those of the deleted endpoint are kept for their time
      expect((await payloads()).slice(3)).toEqual([{ run: 1 }, [2], 'three'])
    })

    it.each([
      ['too many', endpoint(`[${'1,'.repeat(101)}]`).replace('builds', 'more'), 400, 'at most 100 signals'],
      [
        'one that nests too deep',
        endpoint(`${'['.repeat(120)}${']'.repeat(120)}`),
        400,
        'at most 100 levels',
      ],
      [
        'an endpoint that is off',
        endpoint('[1]', 'enabled: false, ').replace('builds', 'silent'),
        409,
        'The signal endpoint silent is turned off',
      ],
    ])('is refused for %s', async (_what, text, status, message) => {
      const before = await exported()
      const answer = await apply(text)
      expect(answer.status).toBe(status)
      expect(errorOf(answer).details[0]?.message).toContain(message)
      expect(await exported()).toBe(before)
    })
  })

  it('is for Admins', async () => {
    expect((await apply(WHOLE, {}, 'owner')).status).toBe(403)
    expect((await app.call(exportScenario, { as: 'viewer' })).status).toBe(403)
  })
})
