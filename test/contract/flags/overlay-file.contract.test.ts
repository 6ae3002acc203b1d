import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { getOverrides, setOverride } from '#shared/flags/contract/overrides.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
const file = path.join(temp.folder, 'halyard.overlay.yaml')
let app: TestBackend

beforeAll(async () => {
  // the service looks at the file when a test asks it to, and not beside it as well
  vi.useFakeTimers({ toFake: ['setInterval'] })
  app = await startBackend({ env: { HALYARD_OVERLAY: file } })
  for (const name of ['checkout', 'theme'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  await app.call(setOverride, {
    params: { projectId: 'default', featureName: 'theme', environment: 'development', audience: 'user:1' },
    body: { enabled: true },
  })
})
afterAll(async () => {
  await app.stop()
  vi.useRealTimers()
  temp.remove()
})

/** Lets the service look at the file until it is sure that nobody writes it. */
async function look(): Promise<void> {
  await app.backend.runJobs()
  await app.backend.runJobs()
}
async function save(text: string): Promise<void> {
  writeFileSync(file, text)
  await look()
}
const held = async () => {
  const { overrides } = (await app.call(getOverrides)).body
  return overrides.map(({ feature, environment, audience, enabled, variant, createdBy }) =>
    [feature, environment, audience, variant?.name ?? enabled, createdBy].join(' '),
  )
}
const UNKNOWN_STRATEGY = 'overrides: [{ flag: checkout, value: { strategies: [{ name: nothing }] } }]'
const OF_A_PERSON = 'theme development user:1 true admin'

it('an overlay file lays its overrides over the flags, and takes back what it no longer names', async () => {
  await save(`overrides:
  - { flag: checkout, for: user:7, value: on }
  - { flag: theme, value: { variant: dark, payload: D }, environment: production }
  - { flag: unknown, value: off }`)
  expect(await held()).toEqual(
    [
      'checkout development user:7 true halyard.overlay.yaml',
      'theme production everybody dark halyard.overlay.yaml',
      OF_A_PERSON,
    ].sort(),
  )
  await save('overrides: [{ flag: checkout, for: user:7, value: off }]')
  expect(await held()).toEqual(['checkout development user:7 false halyard.overlay.yaml', OF_A_PERSON])
})

it('an overlay file names tokens, headers and strategies', async () => {
  await save(`overrides:
  - { flag: checkout, for: header:ada, value: on }
  - { flag: checkout, for: token:admin, value: off }
  - { flag: theme, for: token:nobody, value: on }
  - flag: theme
    value: { strategies: [{ name: flexibleRollout, parameters: { rollout: 20 } }] }`)
  expect(await held()).toEqual([
    'checkout development header:ada true halyard.overlay.yaml',
    'checkout development token:admin false halyard.overlay.yaml',
    'theme development everybody true halyard.overlay.yaml',
    OF_A_PERSON,
  ])
  const { overrides } = (await app.call(getOverrides)).body
  expect(overrides[2]?.strategies).toMatchObject([
    { name: 'flexibleRollout', parameters: { rollout: '20', groupId: 'theme' } },
  ])
  await save('')
})

it('one that cannot be read leaves all as it is', async () => {
  const before = await held()
  for (const text of [
    'overrides: [',
    'overrides: [{ flag: checkout }]',
    'overides: []',
    '7',
    UNKNOWN_STRATEGY,
  ])
    await save(text).then(async () => expect(await held(), text).toEqual(before))
})

it('one that is being written is left alone until it stands still', async () => {
  await save('overrides: [{ flag: checkout, value: true }]')
  const before = await held()
  writeFileSync(file, 'overrides: []')
  await app.backend.runJobs()
  expect(await held()).toEqual(before)
  await app.backend.runJobs()
  expect(await held()).toEqual([OF_A_PERSON])
})

it('one that is gone, or empty, takes back all of its own', async () => {
  await save('')
  expect(await held()).toEqual([OF_A_PERSON])
  await save('overrides: [{ flag: checkout, value: true }]')
  expect(await held()).toHaveLength(2)
  rmSync(file)
  await look()
  expect(await held()).toEqual([OF_A_PERSON])
})
