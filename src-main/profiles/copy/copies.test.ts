import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import type { CopyState } from '#shared/desktop/copies.ts'
import { archiveFeature, updateFeature } from '#shared/flags/contract/features.ts'
import { removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { exportScenario } from '#shared/transfer/contract/scenario.ts'
import { LOOK, signal, startProfiles } from '#support/stages/profiles-stage.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { apply } from '#support/stages/promotion-stage.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import type { Profiles } from '../profiles.ts'
import { Copies } from './copies.ts'
import { beginCopy } from './copy-record.ts'

const CONTENT = `
scenario: 1
environments: [{ name: qa, type: test }]
roles: [{ name: Releaser, type: custom, description: Releases, permissions: [{ name: UPDATE_FEATURE }] }]
users: [{ username: ann, name: Ann, email: ann@example.com, rootRole: Editor }]
groups: [{ name: crew, users: [ann] }, { name: lookers, rootRole: Viewer }]
tagTypes: [{ name: team, description: Owner }]
contextFields: [{ name: country, legalValues: [{ value: 'NO' }, { value: SE }] }, { name: seat, stickiness: true }]
strategyTypes: [{ name: byTenant, title: By tenant, parameters: [{ name: tenants, type: list, required: true }] }]
projects:
  - id: shop
    name: Shop
    environments: [development, qa]
    approvals: { development: 1 }
    access: { users: { ann: [Releaser] }, groups: { crew: [Member] } }
    defaultStrategies: { qa: { name: flexibleRollout, parameters: { rollout: 30 }, segments: [nordic] } }
  - { id: closed, name: Closed, archived: true }
segments:
  - { name: nordic, constraints: [{ contextName: country, operator: IN, values: ['NO', SE] }] }
  - { name: unused, constraints: [] }
flags:
  - name: checkout
    project: shop
    tags: [{ type: team, value: payments }]
    links: [{ url: 'https://example.com/checkout', title: Plan }]
    dependencies: [{ feature: parent }]
    environments:
      development:
        enabled: true
        strategies:
          - { name: flexibleRollout, title: Half, parameters: { rollout: 50, stickiness: seat }, segments: [nordic] }
          - { name: byTenant, parameters: { tenants: 'a,b' } }
        variants: [{ name: blue, weight: 1000 }]
      qa: { enabled: true, strategies: [{ name: default }] }
  - { name: parent, project: shop, environments: { development: { enabled: true, strategies: [{ name: default }] } } }
  - name: lottery
    project: shop
    environments:
      qa: { enabled: true, strategies: [{ name: flexibleRollout, parameters: { rollout: 50, stickiness: random } }] }
  - { name: retired, project: shop, archived: true, environments: { qa: { strategies: [{ name: default }] } } }
  - { name: stored, project: closed, archived: true }
apiTokens: [{ tokenName: sdk, type: backend, environment: development, projects: [shop], secret: 'shop:development.a-value' }]
expect:
  - { flag: checkout, environment: development, contexts: [{ userId: 7 }], expect: { enabled: false }, gate: refuse }
  - { name: ann is no Admin, access: { user: ann }, permission: ADMIN, allowed: false }
policies:
  - { name: described, rule: { kind: description-required }, effect: refuse, project: shop }
  - { name: owned, rule: { kind: tag-required, type: team }, effect: warn, environment: qa, enabled: false }
`

let there: TestBackend
let token: string
let server: RecordingServer
/** Path of requests that the source refuses to answer. */
let isBroken: (path: string) => boolean
let temp: ReturnType<typeof makeTempFolder>
let profiles: Profiles
let copies: Copies

beforeAll(async () => {
  there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  await apply(there, CONTENT)
  // constraints keep the values that were legal when they were made
  await apply(there, "scenario: 1\ncontextFields: [{ name: country, legalValues: [{ value: 'NO' }] }]")
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  token = (await requireSuccess(there.call(createPat, { as: 'boss', body }))).body.secret
  server = await startRecordingServer(async ({ method, path: asked, headers, body: sent }) => {
    if (isBroken(asked)) return { status: 500, body: { name: 'InternalError', message: 'Out of order' } }
    const answer = await there.call(method, asked, {
      token: headers.authorization ?? null,
      ...(sent === '' ? {} : { body: JSON.parse(sent) as unknown }),
    })
    return { status: answer.status, body: answer.text }
  })
})
afterAll(async () => {
  await server.stop()
  await there.stop()
})
beforeEach(async () => {
  isBroken = () => false
  temp = makeTempFolder()
  profiles = await startProfiles(temp.folder)
  copies = new Copies(profiles)
})
afterEach(async () => {
  await copies.close()
  await profiles.closeAll()
  temp.remove()
})

const credentials = () => ({ kind: 'token' as const, token })
const compatible = () =>
  profiles.create({ kind: 'original', ...LOOK, url: server.url, credentials: credentials() })
let address: Promise<string> | undefined
const halyard = async () =>
  profiles.create({
    kind: 'remote',
    ...LOOK,
    url: await (address ??= there.backend.listen('auto')),
    credentials: credentials(),
  })
const folders = () => {
  const folder = path.join(temp.folder, 'home/profiles')
  return existsSync(folder) ? readdirSync(folder) : []
}
const state = (): CopyState => copies.state as CopyState
async function until(phase: CopyState['phase']): Promise<void> {
  let ended = ''
  await vi.waitFor(
    () => {
      const { phase: now, problem } = state()
      if (now !== phase && isOver(now)) ended = `${now}: ${problem ?? ''}`
      else if (now !== phase) throw new Error(now)
    },
    { timeout: 60_000, interval: 20 },
  )
  expect(ended).toBe('')
}
const isOver = (phase: CopyState['phase']) => ['done', 'failed', 'cancelled'].includes(phase)
const at = async (id: string, path: string, input: object = {}) =>
  (await profiles.open(id)).answer({ path, type: 'query', input, signal })
const copied = async () => {
  await until('done')
  return state().profile ?? ''
}
const exportAt = async (id: string) =>
  ((await at(id, 'exportScenario', { query: { secrets: 'true' } })) as { text: string }).text

describe('a copy of a Halyard', () => {
  it('is what its source is, without passwords and what sends messages', async () => {
    copies.begin({ from: await halyard(), name: 'My copy' })
    const id = await copied()
    expect(profiles.find(id)).toMatchObject({ kind: 'local', name: 'My copy' })
    const source = await there.call(exportScenario, { query: { secrets: true } })
    expect(await exportAt(id)).toBe(
      source.body.text.replace(/\nintegrations:[^]*(?=\nexpect:)/, '\nintegrations: []\n'),
    )
    expect(source.body.text).toContain('\nexpect:\n  - name: ann is no Admin\n')
    expect(source.body.text).toContain('    gate: refuse\n')
    expect(source.body.text).toContain('\npolicies:\n  - name: described\n')
    expect(state().proof).toMatchObject({
      different: [],
      flags: 3,
      notCompared: [{ what: 'lottery', why: expect.stringContaining('at random') as string }],
    })
    expect(state().proof?.equal).toBe(state().proof?.compared)
    expect(state().leftOut.map(({ what }) => what)).toEqual(['Passwords of 3 users'])
  })
})

describe('a copy of a Halyard with an override', () => {
  const params = {
    ...{ projectId: 'shop', featureName: 'checkout', environment: 'development' },
    audience: 'everybody',
  } as const

  it('has the flag without it, and says that it is not compared', async () => {
    expect((await there.call(setOverride, { params, body: { enabled: false } })).status).toBe(200)
    try {
      copies.begin({ from: await halyard(), name: 'My copy' })
      await copied()
      expect(state().proof).toMatchObject({
        different: [],
        notCompared: expect.arrayContaining([
          { what: 'checkout', why: expect.stringContaining('override') as string },
        ]) as object,
      })
    } finally {
      await there.call(removeOverride, { params })
    }
  })
})

describe('a copy of a compatible service', () => {
  it('has everything that the service shows', async () => {
    copies.begin({ from: await compatible(), name: 'My copy' })
    const id = await copied()
    const text = await exportAt(id)
    for (const part of [
      'name: qa',
      'name: Releaser',
      'username: ann',
      'name: crew',
      'name: byTenant',
      'name: unused',
      'secret: shop:development.a-value',
      'url: https://example.com/checkout',
    ])
      expect(text).toContain(part)
    const all = (await there.call(exportScenario, { query: { secrets: true } })).body.text
    // such a service has neither expectations nor policies
    expect(text).toContain('\npolicies: []\n')
    const source = all.slice(0, all.indexOf('\nexpect:'))
    expect(text).toContain('\nexpect: []\n')
    // the service shows nothing of the project in the archive, nor links of archived flags
    const linesOf = (whole: string) => new Set(whole.split('\n'))
    const lost = [...linesOf(source)].filter((line) => !linesOf(text).has(line))
    expect(lost).toEqual([])
  })

  it('is listed as such, with its source', async () => {
    copies.begin({ from: await compatible(), name: 'My copy' })
    const id = await copied()
    const [one] = profiles.list('home', new Set()).filter((profile) => profile.id === id)
    expect(one).toMatchObject({ copiedFrom: { name: 'Staging', url: server.url, isWhole: true } })
  })

  it.each([
    ['at the beginning', '/api/admin/projects'],
    ['in its midst', '/api/admin/projects/shop/features/checkout'],
    ['at the end', '/api/admin/api-tokens'],
  ])('is not there if the source fails %s', async (_when, broken) => {
    const from = await compatible()
    isBroken = (asked) => asked.split('?')[0] === broken
    copies.begin({ from, name: 'My copy' })
    await until('failed')
    expect(state().problem).toMatch(/^Staging: Out of order\. Nothing of the copy is kept\.$/)
    expect(profiles.all.map(({ name }) => name)).toEqual(['Halyard', 'Staging'])
    expect(folders()).toEqual([])
  })

  it('is not there if it is cancelled', async () => {
    copies.begin({ from: await compatible(), name: 'My copy' })
    copies.cancel()
    await until('cancelled')
    expect(profiles.all.map(({ name }) => name)).toEqual(['Halyard', 'Staging'])
    expect(folders()).toEqual([])
  })

  it('is whole without a proof, if that fails', async () => {
    const from = await compatible()
    isBroken = (asked) => asked.includes('/playground')
    copies.begin({ from, name: 'My copy' })
    await copied()
    expect(state()).toMatchObject({
      proof: null,
      problem: 'The answers could not be compared. Staging: Out of order',
    })
  })

  it('clears away what another one left unfinished', async () => {
    beginCopy(path.join(temp.folder, 'home/profiles/p-0badc0de'))
    copies.begin({ from: await compatible(), name: 'My copy' })
    const id = await copied()
    expect(folders()).toEqual([id])
  })

  it('answers as the version of its source and as the next one, for a rehearsal', async () => {
    copies.begin({ from: await compatible(), name: 'My copy' })
    const id = await copied()
    const { now, next } = await copies.rehearse(id)
    expect([now.version, next.version]).toEqual(['7.6.5', '8.2.0'])
    for (const { url } of [now, next]) expect((await fetch(`${url}/health`)).status).toBe(200)
    expect(await copies.rehearse(id)).toEqual({ now, next })
  })

  it('is made one at a time', async () => {
    const from = await compatible()
    copies.begin({ from, name: 'My copy' })
    expect(() => copies.begin({ from, name: 'Another' })).toThrow('Another copy is being made')
    await copied()
  })
})

describe('an update of a copy', () => {
  const params = { projectId: 'shop', featureName: 'checkout' }
  let id: string
  beforeEach(async () => {
    copies.begin({ from: await compatible(), name: 'My copy' })
    id = await copied()
  })
  const describeAt = async (description: string) => {
    const body = { description }
    const connection = await profiles.open(id)
    await connection.answer({ path: 'updateFeature', type: 'mutation', input: { params, body }, signal })
  }
  const description = async () =>
    ((await at(id, 'getFeature', { params })) as { description: string }).description
  const change = (text: string) =>
    requireSuccess(there.call(updateFeature, { params, body: { description: text } }))

  it('is done at once if there is nothing to do', async () => {
    copies.update(id)
    await until('done')
    expect(state().differences).toEqual([])
  })

  it('waits for a decision, and takes the chosen side', async () => {
    await change('Changed there')
    await describeAt('Changed here')
    copies.update(id)
    await until('deciding')
    expect(state().differences).toMatchObject([
      { item: 'flags/checkout', properties: [{ property: 'description', outcome: 'conflict' }] },
    ])
    await expect(copies.decide({ choices: [] })).rejects.toThrow(
      'Choose a side first: flags/checkout (description).',
    )
    const choice = { item: 'flags/checkout', property: 'description', take: 'theirs' as const }
    await copies.decide({ choices: [choice] })
    await until('done')
    expect(await description()).toBe('Changed there')
    copies.update(id)
    await until('done')
  })

  it('keeps a change that was made here while it waited', async () => {
    await change('Another one there')
    copies.update(id)
    await until('deciding')
    await describeAt('Made meanwhile')
    await expect(copies.decide({ choices: [] })).rejects.toThrow('Choose a side first')
    await copies.decide({ choices: [], conflicts: 'mine' })
    await until('done')
    expect(await description()).toBe('Made meanwhile')
  })

  it('archives what was archived there', async () => {
    await requireSuccess(there.call(archiveFeature, { params }))
    copies.update(id)
    await until('deciding')
    await copies.decide({ choices: [] })
    await until('done')
    await expect(at(id, 'getFeature', { params })).rejects.toThrow()
  })
})
