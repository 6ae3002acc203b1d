import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RemoteCheck } from '#shared/transfer/schemas/remote.ts'
import type { RemotePullPreview } from '#shared/transfer/schemas/remote-pull.ts'
import {
  startRecordingServer,
  type RecordingServer,
  type Served,
} from '#support/stand-ins/recording-server.ts'
import { LINE, REMOTES } from '#support/stages/remote-stage.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createRemote } from '#shared/transfer/contract/remotes.ts'
import { getFeature } from '#shared/flags/contract/features.ts'

/**
 * The original's own answers: recorded exchanges authentication/* and projects/* and environments/* and api-tokens/*
 * and transfer/* with 604. What the record trims is left out at a whole
 * item, and the version stands in the ui-config by its schema. Exports have no order of strategies: the list of a flag has, and
 * somebody has turned it round here.
 */
const RECORDED = JSON.parse(
  readFileSync(path.join(root, 'test/support/fixtures/recorded-remote.json'), 'utf8'),
) as Record<string, Served>

let here: TestBackend
let original: RecordingServer
let at = ''
beforeAll(async () => {
  here = await startBackend()
  original = await startRecordingServer(
    ({ method, path: asked }) => RECORDED[`${method} ${asked}`] ?? { status: 404, body: {} },
  )
  const made = await here.call(createRemote, { body: { name: 'original', url: original.url } })
  at = `${REMOTES}/${made.body.id}`
})
afterAll(async () => {
  await original.stop()
  await here.stop()
})

it('an instance of the original is recognised', async () => {
  const found = (await here.call('POST', `${at}/check`, { body: { token: 'x' } })).body as RemoteCheck
  expect(found).toMatchObject({
    problem: null,
    version: '7.6.5',
    versionFrom: 'ui-config',
    edition: 'Open Source',
    flags: 0,
    unread: [],
  })
  expect(found.tokens?.counts).toEqual([
    { type: 'admin', environment: '*', count: 1 },
    { type: 'backend', environment: 'development', count: 1 },
    { type: 'backend', environment: 'production', count: 1 },
    { type: 'frontend', environment: 'development', count: 1 },
    { type: 'frontend', environment: 'production', count: 1 },
  ])
  expect(JSON.stringify(found)).not.toContain('anchor-')
})

it('flags of the original are pulled, and equal afterwards', async () => {
  const body = { token: 'x', ...LINE }
  expect(await here.call('POST', `${at}/pull`, { body })).toMatchObject({
    status: 200,
    body: { created: ['tour-flag', 'tour.full_flag~1'] },
  })
  const preview = (await here.call('POST', `${at}/pull/preview`, { body })).body as RemotePullPreview
  expect(preview).toMatchObject({ flags: [], alike: 2, blockers: [] })
  expect(
    await here.call(getFeature, { params: { projectId: 'default', featureName: 'tour-flag' } }),
  ).toMatchObject({
    body: {
      description: 'patched',
      environments: [{ strategies: [{ title: 'thirty' }, { title: 'half' }] }, {}],
    },
  })
})

it('the original receives requests for flags in its own format', () => {
  const exports = original.seen.filter(({ method }) => method === 'POST')
  expect(exports.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { environment: 'development', project: 'default' },
    { environment: 'development', project: 'default' },
  ])
  expect(original.seen.every(({ headers }) => headers.authorization === 'x')).toBe(true)
})

it.each(['4.22.1', '5.6.11', '8.2.0'])(
  'an instance with contract %s is judged by its version',
  async (version) => {
    const there = await startBackend({ env: { HALYARD_CONTRACT: version } })
    const url = await there.backend.listen('auto')
    const made = await here.call(createRemote, { body: { name: version, url } })
    const check = `${REMOTES}/${made.body.id}/check`
    const found = (await here.call('POST', check, { body: { token: ADMIN } })).body as RemoteCheck
    expect(found).toMatchObject({ problem: null, version, compatibility: { isNewer: version === '8.2.0' } })
    await there.stop()
  },
)
