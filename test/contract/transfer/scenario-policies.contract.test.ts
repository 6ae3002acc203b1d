import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPolicy, deletePolicy, getPolicies } from '#shared/changes/contract/policies.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'
import { createSnapshot, restoreSnapshot } from '#shared/transfer/contract/snapshots.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FILE = `scenario: 1
policies:
  - name: described
    rule: { kind: description-required }
    effect: refuse
  - name: begin with a quarter
    description: Ask the releasers
    rule: { kind: first-rollout, atMost: 25 }
    environmentType: production
    effect: warn
    enabled: false
`
let app: TestBackend
beforeAll(
  async () =>
    void (app = await startBackend({
      users: [
        { username: 'ann', roles: ['Admin'] },
        { username: 'ed', roles: ['Editor'] },
      ],
    })),
)
afterAll(() => app.stop())

const file = (text: string, more: object = {}) => ({ body: { text, ...more } })
const plan = async (text: string, more: object = {}) => {
  const { body, status, text: said } = await app.call(planScenario, file(text, more))
  expect(status, said).toBe(200)
  return body.steps.map(({ action, operation, path }) => [action, operation, path])
}
const apply = async (text: string, more: object = {}) => {
  const { status, text: said } = await app.call(applyScenario, file(text, more))
  expect(status, said).toBe(200)
}
const policies = async () =>
  (await app.call(getPolicies, {})).body.policies.map(
    ({ createdBy: _createdBy, createdAt: _createdAt, ...policy }) => policy,
  )
const create = (name: string) => app.call(createFeature, { params: { projectId: 'default' }, body: { name } })

describe('policies of a scenario file', () => {
  it('are planned and applied, and hold from the next write on', async () => {
    expect(await plan(FILE)).toEqual([
      ['create', 'createPolicy', 'policies/described'],
      ['create', 'createPolicy', 'policies/begin with a quarter'],
    ])
    // the same file may have flags that are older than its rules
    await apply(`${FILE}flags: [{ name: undescribed }]\n`)
    expect(await plan(FILE)).toEqual([])
    expect((await create('another')).status).toBe(403)
    expect(await policies()).toEqual([
      {
        ...{ name: 'begin with a quarter', description: 'Ask the releasers', environmentType: 'production' },
        ...{ rule: { kind: 'first-rollout', atMost: 25 }, effect: 'warn', enabled: false },
      },
      { name: 'described', rule: { kind: 'description-required' }, effect: 'refuse', enabled: true },
    ])
  })

  it('are compared as a whole: what a file leaves out is gone', async () => {
    const everywhere = FILE.replace('    environmentType: production\n', '').replace(
      '    enabled: false\n',
      '',
    )
    expect(await plan(everywhere)).toEqual([['update', 'updatePolicy', 'policies/begin with a quarter']])
    await apply(everywhere)
    const [first] = await policies()
    expect(first).toMatchObject({ enabled: true })
    expect(first).not.toHaveProperty('environmentType')
    await apply(FILE)
  })

  it('are exported, so that a file of the export plans nothing, and another instance has the same', async () => {
    const { text } = (await app.call(exportScenario)).body
    expect(text.slice(text.indexOf('\npolicies:'))).toContain('  - name: described\n    rule:')
    expect(text).not.toContain('enabled: true\n  - name')
    expect(await plan(text, { prune: true })).toEqual([])
    const other = await startBackend()
    try {
      const { status, text: said } = await other.call(applyScenario, file(text))
      expect(status, said).toBe(200)
      const listed = (await other.call(getPolicies, {})).body.policies
      expect(listed.map(({ name, enabled }) => [name, enabled])).toEqual([
        ['begin with a quarter', false],
        ['described', true],
      ])
    } finally {
      await other.stop()
    }
  })

  it('are deleted by pruning where the file has the list, and by removal', async () => {
    const one = `scenario: 1\npolicies: [{ name: described, rule: { kind: description-required }, effect: refuse }]\n`
    expect(await plan('scenario: 1\nflags: []\n', { prune: true })).not.toContainEqual(
      expect.arrayContaining(['deletePolicy']),
    )
    expect(await plan(one, { prune: true })).toEqual([
      ['delete', 'deletePolicy', 'policies/begin with a quarter'],
    ])
    await apply(one, { remove: true })
    expect((await policies()).map(({ name }) => name)).toEqual(['begin with a quarter'])
    expect((await create('undescribed-again')).status).toBe(201)
  })

  it('name what is there, and each fault has its line', async () => {
    const text = `scenario: 1
policies:
  - name: lost
    rule: { kind: first-rollout, atMost: 25 }
    project: nowhere
    environment: never
    effect: refuse
  - name: broken
    rule: { kind: name-pattern, pattern: '(' }
    effect: warn
`
    const { status, text: refusal } = await app.call(planScenario, file(text, { file: 'p.yaml' }))
    const { details } = JSON.parse(refusal) as { details: { message: string }[] }
    expect([status, details.map(({ message }) => message)]).toEqual([
      400,
      [
        'p.yaml:5 policies[0].project: There is no project named "nowhere", here or in the file',
        'p.yaml:6 policies[0].environment: There is no environment named "never", here or in the file',
        expect.stringContaining('p.yaml:9 policies[1].rule.pattern: '),
      ],
    ])
  })

  it('are back with a snapshot, and in force', async () => {
    const body = { name: 'described', rule: { kind: 'description-required' }, effect: 'refuse' } as const
    expect((await app.call(createPolicy, { body })).status).toBe(201)
    const taken = await app.call(createSnapshot, { body: { name: 'with-rules' }, as: 'ann' })
    expect(taken.status, taken.text).toBeLessThan(300)
    await app.call(deletePolicy, { params: { name: 'described' } })
    expect((await create('free')).status).toBe(201)
    const restored = await app.call(restoreSnapshot, {
      params: { name: 'with-rules' },
      as: 'ann',
    })
    expect(restored.status, restored.text).toBe(200)
    expect((await create('not-free')).status).toBe(403)
  })
})
