import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { deleteFeature } from '#shared/flags/contract/archive.ts'
import { addDefaultStrategyToProjectEnvironment } from '#shared/flags/contract/default-strategies.ts'
import { archiveFeature, createFeature, updateFeature } from '#shared/flags/contract/features.ts'
import {
  addFeatureStrategy,
  getFeatureStrategies,
  updateFeatureStrategy,
} from '#shared/flags/contract/strategies.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import {
  getScenarioSchema,
  getScenarioSource,
  planScenario,
  renewScenario,
  writeScenarioSource,
} from '#shared/transfer/contract/scenario.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const FILE = `# the flags of the shop
scenario: 1
projects:
  - id: default
    defaultStrategies:
      development: { name: flexibleRollout, parameters: { rollout: 10 } } # careful
flags:
  # asked for by Ada
  - name: checkout # at the end
    stale: false
    environments:
      development:
        enabled: true # since May
        strategies:
          # half of them
          - name: flexibleRollout
            parameters: { rollout: 50 } # for now
  - { name: gone }
  - { name: lost }
`
const INSTANCE = { projectId: 'default' }
const temp = makeTempFolder()
const file = path.join(temp.folder, 'flags.yaml')
let app: TestBackend

beforeAll(async () => {
  writeFileSync(file, FILE, { mode: 0o640 })
  app = await startBackend({ users: OWNER_AND_VIEWER, env: { HALYARD_SCENARIO: file } })
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const read = async () => (await app.call(getScenarioSource)).body
const write = () => app.call(writeScenarioSource)
const plan = async (text: string) => (await app.call(planScenario, { body: { text, prune: true } })).body

describe('the scenario file of an instance', () => {
  it('equals the instance after the start, and is not written then', async () => {
    expect(await read()).toMatchObject({
      source: { file, watched: false, error: null },
      changes: { added: 0, changed: 0, removed: 0 },
    })
    const before = statSync(file).mtimeMs
    expect((await write()).body).toMatchObject({ keptComments: true })
    expect(statSync(file).mtimeMs).toBe(before)
  })

  it('gets what has changed, and keeps comments, rights and what it does not name', async () => {
    await app.call(createFeature, { params: INSTANCE, body: { name: 'new', description: 'No: #1' } })
    await app.call(createFeature, { params: INSTANCE, body: { name: 'unnamed' } })
    await app.call(createSegment, { body: { name: 'unnamed', constraints: [] } })
    const params = { ...INSTANCE, featureName: 'checkout' }
    await app.call(updateFeature, { params, body: { type: 'release', stale: true } })
    for (const featureName of ['gone', 'lost', 'unnamed'])
      await app.call(archiveFeature, { params: { ...INSTANCE, featureName } })
    await app.call(deleteFeature, { params: { featureName: 'lost' } })
    const development = { ...INSTANCE, environment: 'development' }
    const tenth = { name: 'flexibleRollout', parameters: { rollout: '20' } }
    await app.call(addDefaultStrategyToProjectEnvironment, { params: development, body: tenth })
    const at = { ...params, environment: 'development' }
    const [half] = (await app.call(getFeatureStrategies, { params: at })).body
    const body = { name: 'flexibleRollout', parameters: { rollout: '75' } }
    await app.call(updateFeatureStrategy, { params: { ...at, strategyId: half?.id ?? '' }, body })
    await app.call(addFeatureStrategy, { params: at, body: { name: 'default', constraints: [] } })
    const changes = { added: 1, changed: 3, removed: 1 }
    expect((await read()).changes).toEqual(changes)
    expect((await write()).body).toEqual({ file, changes, keptComments: true })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('# the flags of the shop\n')
    expect(text).toContain('  # asked for by Ada\n  - name: checkout # at the end\n    stale: true\n')
    expect(text).toContain('enabled: true # since May\n')
    expect(text).toContain('          # half of them\n          - name: flexibleRollout\n')
    expect(text).toMatch(/rollout: "?75"?,[^\n]*} # for now\n {10}- name: default\n/)
    expect(text).toContain('{ name: gone, archived: true }')
    expect(text).toMatch(
      /development: { name: flexibleRollout, parameters: { rollout: "?20"? } } # careful\n/,
    )
    expect(text).not.toContain('lost')
    expect(text).not.toContain('unnamed')
    expect(text).not.toContain('segments')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect((await plan(text)).steps).toEqual([])
    expect((await read()).changes).toEqual({ added: 0, changed: 0, removed: 0 })
  })

  it('is renewed for a client that has it, and nothing is written', async () => {
    const { body } = await app.call(renewScenario, { body: { text: FILE, file: 'flags.yaml' } })
    expect(body).toMatchObject({ changes: { added: 1, changed: 3, removed: 1 }, keptComments: true })
    expect(body.text).toContain('  # asked for by Ada\n  - name: checkout # at the end\n    stale: true\n')
    expect((await plan(body.text)).steps).toEqual([])
    const before = readFileSync(file, 'utf8')
    const same = await app.call(renewScenario, { body: { text: before } })
    expect(same.body).toEqual({
      text: before,
      changes: { added: 0, changed: 0, removed: 0 },
      keptComments: true,
    })
    const broken = { text: 'scenario: 1\nflags: [{ name: a b }]\n', file: 'flags.yaml' }
    const refused = await app.call(renewScenario, { body: broken })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('flags.yaml:2')])
    expect(await app.call(renewScenario, { body: broken, as: 'viewer' })).toMatchObject({ status: 403 })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('is written as a whole if it has aliases, and stays JSON if it is JSON', async () => {
    const alias = `scenario: 1
prune: false
flags: [{ name: &name checkout }, { name: new }]
segments: [{ name: *name, constraints: [] }]
`
    writeFileSync(file, alias)
    expect((await write()).body).toMatchObject({ keptComments: false })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('\nprune: false\n')
    expect(text).not.toContain('*name')
    expect(text).not.toContain('gone')
    expect((await plan(text)).steps).toEqual([])
    writeFileSync(file, '{ "scenario": 1, "flags": [] }')
    expect((await write()).body).toMatchObject({ changes: { added: 2, changed: 0, removed: 0 } })
    expect((JSON.parse(readFileSync(file, 'utf8')) as { flags: object[] }).flags).toHaveLength(2)
  })

  it('that has errors or is missing is neither compared nor written', async () => {
    writeFileSync(file, 'scenario: 1\nflags: [{ name: a b }]\n')
    expect(await read()).toMatchObject({
      source: { error: expect.stringContaining('flags.yaml:2') as string },
      changes: null,
    })
    expect(await write()).toMatchObject({ status: 400 })
    rmSync(file)
    expect(await write()).toMatchObject({ status: 400 })
    expect((await read()).source?.error).toContain('cannot be read')
  })

  it('is none where the settings name none', async () => {
    const other = await startBackend()
    expect((await other.call(getScenarioSource)).body).toEqual({ source: null, changes: null })
    expect(await other.call(writeScenarioSource)).toMatchObject({ status: 404 })
    await other.stop()
  })

  it('is for Admins; the schema is for editors, which have no token', async () => {
    for (const operation of [getScenarioSource, writeScenarioSource])
      expect((await app.call(operation, { as: 'viewer' })).status).toBe(403)
    const { status, body } = await app.call(getScenarioSchema, { token: null })
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(readFileSync('resources/scenario.schema.json', 'utf8')))
  })
})
