import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { evaluateFlag, type EvaluatedFeature } from '#shared/flags/evaluation/index.ts'
import { logLines } from '#support/service/log-lines.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'

const temp = makeTempFolder()
const file = path.join(temp.folder, 'features.json')
const example = (name: string) => path.join(root, 'test/support/fixtures/edge', name)
const TOKEN = '*:development.offline-token'
const PAGES = '*:development.offline-frontend'
const running: TestBackend[] = []
// the service looks at the file when a test asks it to, and not beside it as well
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop()
  vi.useRealTimers()
  rmSync(file, { force: true })
})
afterAll(() => temp.remove())

async function start(env: Record<string, string> = {}, options: Parameters<typeof startBackend>[0] = {}) {
  const tokens = { CLIENT_TOKENS: TOKEN, FRONTEND_TOKENS: PAGES }
  // custom strategies and types of the examples are passed on as they are
  const app = await startBackend({
    ...options,
    checksAnswers: false,
    env: { BOOTSTRAP_FILE: file, ...tokens, ...env },
  })
  running.push(app)
  await app.backend.runJobs()
  return app
}
/** Lets the service look at the file until it is sure that nobody writes it. */
async function look(app: TestBackend) {
  await app.backend.runJobs()
  await app.backend.runJobs()
}
async function save(app: TestBackend, text: string) {
  writeFileSync(file, text)
  await look(app)
}
const namesOf = async (app: TestBackend, token = TOKEN) => {
  const { status, body } = await app.call(getAllClientFeatures, { token })
  return body && status === 200 ? body.features.map(({ name }) => name).sort() : status
}
const problemOf = async (app: TestBackend) => (await app.call(getMirror)).body.sources[0]?.problem
const SIMPLE = '{ "one": { "enabled": true, "variant": "a" }, "two": { "enabled": false } }'

describe('a file in place of an upstream', () => {
  it.each(['features.json', 'hostedexample.json', 'with_custom_constraint.json', 'ip_address_feature.json'])(
    'serves its flags as they are, and evaluates them as they say: %s',
    async (name) => {
      copyFileSync(example(name), file)
      const app = await start()
      const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: EvaluatedFeature[] }
      expect(features.length).toBeGreaterThan(0)
      expect(await namesOf(app)).toEqual(features.map((one) => one.name).sort())
      expect(await problemOf(app)).toBeNull()
      const flags = new Map(features.map((one) => [one.name, one]))
      const sources = {
        feature: (one: string) => flags.get(one),
        segment: () => undefined,
        now: app.clock.now(),
        random: () => 0,
      }
      for (const context of [
        { userId: '7', sessionId: 's', remoteAddress: '127.0.0.1', companyId: 'bricks' },
        { userId: '48755422', sessionId: 't', remoteAddress: '10.0.0.1', companyId: '1234567' },
        { userId: '123', sessionId: 'u', remoteAddress: '192.168.0.1', companyId: 'c' },
      ]) {
        const { companyId, ...fields } = context
        const asked = { ...fields, environment: 'development', properties: { companyId } }
        const expected = features
          .map((one) => evaluateFlag(one.name, asked, sources, { trace: 'none' }))
          .filter(({ enabled }) => enabled)
          .map((one) => [one.name, one.variant.name])
          .sort()
        const given = new URLSearchParams({ ...fields, 'properties[companyId]': companyId })
        const { status, body } = await app.call('GET', `/api/frontend?${given}`, { token: PAGES })
        const { toggles } = body as { toggles: { name: string; variant: { name: string } }[] }
        expect([status, toggles.map((one) => [one.name, one.variant.name]).sort()]).toEqual([200, expected])
      }
    },
  )

  it('takes the simple form, in which flags are on or off, with a variant', async () => {
    copyFileSync(example('simple-bootstrap.json'), file)
    const app = await start()
    expect(await namesOf(app)).toEqual(['featureOne', 'featureThree', 'featureTwo'])
    const { body } = await app.call(getFrontendFeatures, { token: PAGES })
    expect(body.toggles.map(({ name, variant }) => [name, variant.name, variant.enabled]).sort()).toEqual([
      ['featureOne', 'variantOne', true],
      ['featureThree', 'disabled', false],
    ])
  })

  it('serves tokens of any text, and those with a project what is in it', async () => {
    const of = (name: string, project?: string) => ({
      name,
      enabled: true,
      strategies: [],
      ...(project ? { project } : {}),
    })
    writeFileSync(
      file,
      JSON.stringify({ version: 1, features: [of('mine', 'shop'), of('theirs', 'other'), of('plain')] }),
    )
    const tokens = ['secret', 'shop:production.x', '*:*.any', 'default:development.y']
    const app = await start({ CLIENT_TOKENS: tokens.join(',') })
    expect(await Promise.all(tokens.map((token) => namesOf(app, token)))).toEqual([
      ['mine', 'plain', 'theirs'],
      ['mine'],
      ['mine', 'plain', 'theirs'],
      ['plain'],
    ])
    expect((await app.call(getMirror)).body.sources.map(({ environment }) => environment).sort()).toEqual([
      ...['development', 'development', 'development', 'development', 'production'],
    ])
  })

  it('has the flags of the simple form in the project of the tokens, of which there can be one', async () => {
    writeFileSync(file, SIMPLE)
    const app = await start({ CLIENT_TOKENS: 'shop:development.a,other:development.b', FRONTEND_TOKENS: '' })
    expect(await namesOf(app, 'shop:development.a')).toEqual(['one', 'two'])
    const { sources } = (await app.call(getMirror)).body
    expect(sources.map(({ problem }) => problem)).toEqual([
      null,
      expect.stringContaining(
        'The simple form of the file has no projects: a token for other beside one for shop',
      ),
    ])
  })

  it('is read again when it is saved, once nobody writes any more', async () => {
    writeFileSync(file, SIMPLE)
    const app = await start()
    writeFileSync(file, '{ "three": { "enab')
    await app.backend.runJobs()
    expect([await namesOf(app), await problemOf(app)]).toEqual([['one', 'two'], null])
    writeFileSync(file, '{ "three": { "enabled": true } }')
    await app.backend.runJobs()
    expect(await namesOf(app)).toEqual(['one', 'two'])
    await app.backend.runJobs()
    expect(await namesOf(app)).toEqual(['three'])
  })

  it('is read at the start only if it is told so', async () => {
    writeFileSync(file, SIMPLE)
    const app = await start({ RELOAD_INTERVAL: '0' })
    await save(app, '{}')
    expect(await namesOf(app)).toEqual(['one', 'two'])
  })

  it.each([
    ['{ "one": ', 'is not JSON'],
    ['[]', 'has to hold an object'],
    ['{ "one": { "enabled": "yes" } }', 'one.enabled'],
    [
      '{ "features": [{ "name": "one", "enabled": true, "strategies": [{}] }] }',
      'features.0.strategies.0.name',
    ],
  ])('leaves all as it is if it is broken, and says so: %s', async (text, problem) => {
    writeFileSync(file, SIMPLE)
    const { logger, lines } = logLines()
    const app = await start({}, { logger })
    await save(app, text)
    expect(await namesOf(app)).toEqual(['one', 'two'])
    expect(await problemOf(app)).toContain(problem)
    expect(lines.filter((line) => line.includes('the upstream cannot be followed')).join()).toContain(problem)
    await save(app, '{}')
    expect([await namesOf(app), await problemOf(app)]).toEqual([[], null])
  })

  it('is named if it is gone, and its flags stay', async () => {
    writeFileSync(file, SIMPLE)
    const app = await start()
    rmSync(file)
    await look(app)
    expect([await namesOf(app), await problemOf(app)]).toEqual([['one', 'two'], `There is no file ${file}.`])
  })

  it('is where changes are made', async () => {
    writeFileSync(file, SIMPLE)
    const app = await start()
    const { status, body } = await app.call(createFeature, {
      params: { projectId: 'default' },
      body: { name: 'x' },
    })
    expect([status, body]).toMatchObject([
      403,
      { message: expect.stringContaining('features.json') as unknown },
    ])
  })
})

it('a restart without the file serves what it had', async () => {
  const place = await makeTempPlace()
  const startAt = async () => {
    const backend = await createBackend({
      config: readConfig({ ...place.at, port: '0' }, { BOOTSTRAP_FILE: file, CLIENT_TOKENS: TOKEN }),
      wasm,
      logger: createLogger('silent'),
    })
    await backend.runJobs()
    const { statusCode, body } = await backend.http.inject({
      url: '/api/client/features',
      headers: { host: 'localhost:4242', authorization: TOKEN },
    })
    await backend.close()
    return {
      statusCode,
      names: (JSON.parse(body) as { features: { name: string }[] }).features.map(({ name }) => name),
    }
  }
  writeFileSync(file, SIMPLE)
  const before = await startAt()
  rmSync(file)
  expect(await startAt()).toEqual(before)
  expect(before).toEqual({ statusCode: 200, names: ['one', 'two'] })
  await place.remove()
})
