import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { exportFeatures } from '#shared/transfer/contract/import-export.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'

const FEATURES = '/api/admin/projects/default/features'
let temp: ReturnType<typeof makeTempFolder>
let file: string
let app: TestBackend | undefined

beforeEach(() => {
  temp = makeTempFolder()
  mkdirSync(temp.folder, { recursive: true })
  file = path.join(temp.folder, 'flags.json')
})
afterEach(async () => {
  await app?.stop()
  app = undefined
  temp.remove()
})

/** A file as an instance exports it: one flag, on in development for user 7. */
async function exportOneFlag(): Promise<void> {
  const source = await startBackend()
  await source.call(createFeature, { params: { projectId: 'default' }, body: { name: 'seeded' } })
  const environment = `${FEATURES}/seeded/environments/development`
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }]
  await source.call('POST', `${environment}/strategies`, { body: { name: 'default', constraints } })
  await source.call('POST', `${environment}/on`)
  const body = { environment: 'development', features: ['seeded'] }
  const exported = await source.call(exportFeatures, { body })
  writeFileSync(file, exported.text)
  await source.stop()
}
const enabledIn = async (environment: string) => {
  const { body } = await app!.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: 'seeded', environment },
  })
  return body.enabled
}

it('the import at the start reads the named file, in the name of the service', async () => {
  await exportOneFlag()
  // with users: the instance starts twice, and imports twice
  app = await startBackend({
    contract: '5',
    env: { IMPORT_FILE: file },
    users: [{ username: 'ann', roles: ['Viewer'] }],
  })
  expect([await enabledIn('development'), await enabledIn('production')]).toEqual([true, false])
  const { body } = await app.call('GET', '/api/admin/events')
  const { events } = body as { events: { type: string }[] }
  expect(events.filter(({ type }) => type === 'features-imported')).toMatchObject([
    { createdBy: 'unleash_system_user', data: { features: ['seeded'] } },
    {},
  ])
})

it('the import at the start uses the named environment', async () => {
  await exportOneFlag()
  app = await startBackend({ contract: '5', env: { IMPORT_FILE: file, IMPORT_ENVIRONMENT: 'production' } })
  expect([await enabledIn('development'), await enabledIn('production')]).toEqual([false, true])
})

it.each<[string, string, Record<string, string>]>([
  ['no JSON', '{', {}],
  ['no export', '{"features":{}}', {}],
  ['an unknown project', '{"features":[],"featureStrategies":[],"tagTypes":[]}', { IMPORT_PROJECT: 'none' }],
  [
    'an unknown segment',
    '{"features":[],"featureStrategies":[],"tagTypes":[],"segments":[{"id":1,"name":"beta"}]}',
    {},
  ],
])('the service does not start with %s, and names the file', async (_name, text, env) => {
  writeFileSync(file, text)
  await expect(startBackend({ contract: '5', env: { IMPORT_FILE: file, ...env } })).rejects.toThrow(
    `The flags of ${file} cannot be imported: `,
  )
})

it.each([
  ['as version 7', { contract: '7' }],
  ['as version 6', { contract: '6' }],
  ['by default', {}],
  ['strictly as version 6', { contract: '5', env: { HALYARD_STRICT: '6' } }],
])('the service does not start with a file if it answers %s, and says what to do', async (_name, options) => {
  await exportOneFlag()
  const env = { IMPORT_FILE: file, ...('env' in options ? options.env : {}) }
  await expect(startBackend({ ...options, env })).rejects.toThrow(
    /version 6 removed the import.*--scenario FILE.*features-batch\/import.*--contract 5/,
  )
})
