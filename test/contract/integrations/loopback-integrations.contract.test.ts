import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { createAddon, getIntegrationEvents } from '#shared/integrations/contract/addons.ts'
import { addListener } from '#shared/versions/contract/listeners.ts'
import { findFreePort } from '#main/cli/port-owner.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let receiver: RecordingServer
beforeAll(async () => {
  receiver = await startRecordingServer(() => ({ status: 200, body: 'ok' }))
})
afterAll(() => receiver.stop())

const webhookTo = (url: string) => ({
  provider: 'webhook',
  enabled: true,
  parameters: { url },
  events: ['feature-created'],
})
const refusalOf = async (app: TestBackend, url: string) => {
  const { status, body } = await app.call('POST', '/api/admin/addons', { body: webhookTo(url) })
  return status === 201 ? '' : (body as { details: { message: string }[] }).details[0]?.message
}

describe('a webhook to this machine', () => {
  it('is delivered while only programs of this machine can reach Halyard', async () => {
    const app = await startBackend()
    const made = await app.call(createAddon, { body: webhookTo(`${receiver.url}/hook`) })
    expect(made.status, made.text).toBe(201)
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'told-here' } })
    await app.backend.runJobs()
    expect(receiver.seen.map(({ path }) => path)).toEqual(['/hook'])
    expect(await refusalOf(app, receiver.url.replace('127.0.0.1', 'localhost'))).toBe('')
    await app.stop()
  })

  it.each([
    ['listens to the network', { HALYARD_HOST: '0.0.0.0' }],
    ['answers for another name, as behind a proxy', { HALYARD_ALLOWED_HOSTS: 'flags.example' }],
    ['has a public address', { HALYARD_BASE_URL: 'https://flags.example' }],
  ])('is refused as it is saved when Halyard %s', async (_what, env) => {
    const app = await startBackend({ env })
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost'), 'http://[::1]:9/'])
      expect(await refusalOf(app, url)).toContain('must not lead into a private network')
    const listed = await startBackend({ env: { ...env, UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' } })
    expect(await refusalOf(listed, receiver.url)).toBe('')
    await Promise.all([app.stop(), listed.stop()])
  })

  it('does not reach other private addresses, nor a name of the DNS that leads here', async () => {
    const app = await startBackend()
    for (const url of [
      'http://10.0.0.1/',
      'http://192.168.0.1/',
      'http://169.254.169.254/',
      'http://0.0.0.0:9/',
    ])
      expect(await refusalOf(app, url), url).toContain('must not lead into a private network')
    await app.stop()
  })

  it('does not reach Halyard itself, on any of its ports, also if the port was opened later', async () => {
    const app = await startBackend()
    const port = (await findFreePort(20_000, '127.0.0.1')) ?? 0
    const made = await app.call(createAddon, {
      body: webhookTo(`http://127.0.0.1:${port}/api/admin/features`),
    })
    expect(made.status).toBe(201)
    const url = await app.backend.listen('auto')
    expect(await refusalOf(app, `${url}/api`)).toBe(
      `The parameter url must not lead to Halyard itself (${new URL(url).host}).`,
    )
    const opened = await app.call(addListener, { body: { port, contract: '6', strict: null } })
    expect(opened.status, opened.text).toBe(201)
    expect(await refusalOf(app, `http://localhost:${port}/`)).toContain('must not lead to Halyard itself')
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'told-nobody' } })
    await app.backend.runJobs()
    const { body } = await app.call(getIntegrationEvents, { params: { id: made.body.id }, query: {} })
    expect(body.integrationEvents[0]).toMatchObject({
      state: 'failed',
      stateDetails: `127.0.0.1:${port} is Halyard itself, and is not called.`,
    })
    await app.stop()
  })
})
