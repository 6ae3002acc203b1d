import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { sdkSnippet } from '../../src-shared/clients/snippets/sdk-snippets.ts'
import { Program } from '../support/program.ts'
import { root } from '../support/root.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '../support/start-backend.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { createFeature } from '../../src-shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '../../src-shared/flags/contract/feature-environments.ts'

/** Runs the snippets of the window as somebody would who pastes them, for the SDKs that npm has. */

const temp = makeTempFolder()
let app: TestBackend
let url = ''

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  for (const flag of ['switched-on', 'switched-off'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'switched-on', environment: 'development' },
  })
  mkdirSync(path.join(temp.folder, 'project'))
  symlinkSync(path.join(root, 'node_modules'), path.join(temp.folder, 'project', 'node_modules'))
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

it.each([
  ['node', BACKEND, 'switched-on', 'true'],
  ['node', BACKEND, 'switched-off', 'false'],
  ['javascript', FRONTEND, 'switched-on', 'true'],
  ['javascript', FRONTEND, 'switched-off', 'false'],
  ['open-feature', BACKEND, 'switched-on', 'true'],
  ['open-feature-pages', FRONTEND, 'switched-on', 'true'],
])('ux 10: the %s snippet with the token %s prints, for %s, %s', async (id, secret, flag, answer) => {
  const file = path.join(temp.folder, 'project', `${id}-${flag}.mjs`)
  writeFileSync(file, sdkSnippet(id).code({ url, secret, flag }))
  const program = new Program(process.execPath, [file])
  try {
    const [, said] = await program.says(/^(true|false)$/m)
    expect(said).toBe(answer)
  } finally {
    await program.stop()
  }
})

it('ux 10: the curl snippet prints the enabled flag', async () => {
  const command = sdkSnippet('curl').code({ url, secret: FRONTEND, flag: 'switched-on' })
  const { stdout } = await promisify(execFile)('sh', ['-c', command])
  expect(stdout.trim()).toBe('"name":"switched-on","enabled":true')
})
