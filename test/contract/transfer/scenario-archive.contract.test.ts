import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const flag = (name: string) => `scenario: 1\nflags:\n  - name: ${name}\n`

let app: TestBackend
beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

const plan = (text: string, more: object = {}) => app.call(planScenario, { body: { text, ...more } })
const apply = (text: string, more: object = {}) => app.call(applyScenario, { body: { text, ...more } })
const exported = async (query: object = {}) => (await app.call(exportScenario, { query })).body.text

describe('a scenario', () => {
  it('archives children before their parents, even those that it does not name', async () => {
    const flags = (...list: string[]) => `scenario: 1\nflags: [${list.join(', ')}]\n`
    const child = (name: string) => `{ name: ${name}, dependencies: [{ feature: old-parent }] }`
    await apply(flags('{ name: old-parent }', child('old-child'), child('unnamed-child')))
    const archived = flags('{ name: old-parent, archived: true }', '{ name: old-child, archived: true }')
    const answer = await apply(archived, { prune: true })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ created: 0, updated: 2, deleted: 1 })
    expect((await plan(archived, { prune: true })).body.steps).toEqual([])
  })

  it('archives flags that it does not name with prune, and revives those that it names again', async () => {
    for (const name of ['kept', 'short-lived']) await apply(flag(name))
    const text = `scenario: 1\nprune: true\nflags: [{ name: kept }]`
    expect((await apply(text)).body.steps).toMatchObject([{ action: 'delete', path: 'flags/short-lived' }])
    expect((await plan(text)).body.steps).toEqual([])
    expect((await apply(flag('short-lived'))).body).toMatchObject({ updated: 1 })
  })

  it('archives and revives flags, and changes archived ones, without switching them', async () => {
    const flags = (list: string) => `scenario: 1\nflags: [${list}]\n`
    const read = async () => {
      const { flags: all } = JSON.parse(await exported({ format: 'json' })) as { flags: { name: string }[] }
      return all.find(({ name }) => name === 'old')
    }
    const on = { environments: { development: { enabled: true } } }
    const at = (more = '') => `environments: { development: { enabled: true${more} } }`
    const created = await apply(
      flags(`{ name: old, archived: true, ${at(', strategies: [{ name: default }]')} }`),
    )
    expect(created.status, created.text).toBe(200)
    expect(await read()).toMatchObject({ ...on, archived: true })
    const changed = flags('{ name: old, archived: true, description: Kept }')
    expect((await apply(changed)).body.steps.map(({ changes }) => changes)).toEqual([
      [{ path: 'description', before: null, after: 'Kept' }],
    ])
    expect(await read()).toMatchObject({ ...on, archived: true, description: 'Kept' })
    expect((await plan(changed)).body.steps).toEqual([])
    const revived = await apply(flags(`{ name: old, ${at()} }`))
    expect(revived.status, revived.text).toBe(200)
    expect(revived.body.steps.map(({ changes }) => changes)).toEqual([
      [{ path: 'archived', before: true, after: false }],
    ])
    expect(await read()).toMatchObject(on)
    expect(await read()).not.toHaveProperty('archived')
  })

  it('creates archived flags where there is room for the others only', async () => {
    const full = `scenario: 1
projects: [{ id: full, name: Full, featureLimit: 1, environments: [development] }]
flags: [{ name: a-active, project: full }, { name: b-archived, project: full, archived: true }]`
    const answer = await apply(full)
    expect(answer.status, answer.text).toBe(200)
    expect((await plan(full)).body.steps).toEqual([])
  })

  it('creates, changes and exports archived projects with their flags, and revives them', async () => {
    const old = (more = '') => `scenario: 1
projects: [{ id: past, name: Past, environments: [development], approvals: { development: 1 }, archived: true${more} }]
segments: [{ name: of-past, project: past, constraints: [] }]
releaseTemplates: [{ name: Slowly, project: past, milestones: [{ name: All }] }]
flags: [{ name: past-flag, project: past, archived: true, environments: { development: { enabled: true, strategies: [{ name: default }] } } }]
`
    const created = await apply(old())
    expect(created.status, created.text).toBe(200)
    expect((await plan(old())).body.steps).toEqual([])
    const read = async () => JSON.parse(await exported({ format: 'json' })) as Record<string, object[]>
    const { projects = [], flags = [], releaseTemplates = [] } = await read()
    expect(projects).toContainEqual(expect.objectContaining({ id: 'past', archived: true }))
    expect(flags).toContainEqual(expect.objectContaining({ name: 'past-flag', archived: true }))
    expect(releaseTemplates).toContainEqual(expect.objectContaining({ name: 'Slowly', project: 'past' }))

    const changed = `scenario: 1
flags: [{ name: past-flag, archived: true, description: Kept }]`
    expect((await apply(changed)).body.steps.map(({ path }) => path)).toEqual(['flags/past-flag'])
    const described = await apply(old(', description: Gone'))
    expect(described.body.steps.map(({ changes }) => changes)).toEqual([
      [{ path: 'description', before: null, after: 'Gone' }],
    ])
    expect((await read())['projects']).toContainEqual(
      expect.objectContaining({ id: 'past', archived: true, description: 'Gone' }),
    )

    const revived = await apply('scenario: 1\nprojects: [{ id: past }]')
    expect(revived.body.steps.map(({ changes }) => changes)).toEqual([
      [{ path: 'archived', before: true, after: false }],
    ])
  })

  it('moves to another instance with its archived projects', async () => {
    await apply(
      'scenario: 1\nprojects: [{ id: moved, archived: true }]\nflags: [{ name: m, project: moved, archived: true }]',
    )
    const whole = await exported({ format: 'json' })
    const other = await startBackend()
    const answer = await other.call(applyScenario, { body: { text: whole, file: 'all.json', prune: true } })
    expect(answer.status, answer.text).toBe(200)
    const planned = await other.call(planScenario, { body: { text: whole, prune: true } })
    expect(planned.body.steps).toEqual([])
    await other.stop()
  })

  it('names active flags and action sets of archived projects as faults, and prune leaves such projects alone', async () => {
    await apply('scenario: 1\nprojects: [{ id: closed, archived: true }]')
    const { status, body } = await plan('scenario: 1\nflags: [{ name: new, project: closed }]')
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('is archived: archive the flag too'),
    ])
    const kept = await plan('scenario: 1\nprojects: [{ id: default }]', { prune: true })
    expect(kept.body.steps.map(({ path }) => path)).not.toContain('projects/closed')
    const removed = await apply('scenario: 1\nprojects: [{ id: closed }]', { remove: true })
    expect(removed.body.steps).toMatchObject([{ action: 'delete', path: 'projects/closed' }])
  })
})
