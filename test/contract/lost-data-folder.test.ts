import { rmSync } from 'node:fs'

import { expect, it } from 'vitest'

import { startBackend } from '#support/service/start-backend.ts'
import { createFeature, getFeatures } from '#shared/flags/contract/features.ts'

it.skipIf(process.platform === 'win32')(
  'a write to a deleted data folder is answered 503, and reading goes on',
  async () => {
    const app = await startBackend()
    try {
      const { dataDir } = app.backend.status()
      const create = (name: string) =>
        app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
      expect((await create('before')).status).toBe(201)
      rmSync(dataDir, { recursive: true })
      for (const name of ['one', 'two'])
        expect(await create(name)).toMatchObject({ status: 503, body: { name: 'StoreUnavailableError' } })
      expect((await app.call(getFeatures, { params: { projectId: 'default' } })).status).toBe(200)
      expect(app.backend.status()).toMatchObject({
        writable: false,
        failure: expect.stringContaining('deleted or replaced') as unknown,
      })
    } finally {
      await app.stop()
    }
  },
)
