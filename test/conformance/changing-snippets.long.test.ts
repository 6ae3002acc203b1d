import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, it } from 'vitest'

import { sdkSnippet } from '#shared/clients/snippets/sdk-snippets.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
let app: TestBackend
let url = ''
const place = { projectId: 'default', featureName: 'changing', environment: 'development' }

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  const { projectId, featureName: name } = place
  await app.call(createFeature, { params: { projectId }, body: { name } })
  symlinkSync(path.join(root, 'node_modules'), path.join(temp.folder, 'node_modules'))
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

it('snippets show a change while they run, on the own intervals of the SDKs', async () => {
  const tokens = {
    node: BACKEND,
    javascript: FRONTEND,
    'open-feature': BACKEND,
    'open-feature-pages': FRONTEND,
  }
  const programs = Object.entries(tokens).map(([id, secret]) => {
    const folder = path.join(temp.folder, id)
    mkdirSync(folder)
    writeFileSync(
      path.join(folder, 'program.mjs'),
      sdkSnippet(id).code({ url, secret, flag: place.featureName }),
    )
    return new Program('node', ['program.mjs'], { cwd: folder })
  })
  try {
    const shows = (value: string) =>
      Promise.all(
        programs.map((program) => program.says(RegExp(`^${value}$`, 'm'), { from: program.output.length })),
      )
    await shows('false')
    await app.call(toggleFeatureEnvironmentOn, { params: place })
    await shows('true')
    await app.call(toggleFeatureEnvironmentOff, { params: place })
    await shows('false')
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
  }
})
