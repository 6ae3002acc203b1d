import type { Addon, IntegrationEvent } from '#shared/integrations/schemas/addon.ts'
import { startRecordingServer, type RecordingServer, type Served } from '../stand-ins/recording-server.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'
import { createAddon, getIntegrationEvents } from '#shared/integrations/contract/addons.ts'

export const ADDONS = '/api/admin/addons'
export const FLAGS = '/api/admin/projects/default/features'

/** Instance that may send to this machine, with a server there that records what it receives. */
export interface AddonStage {
  app: TestBackend
  receiver: RecordingServer
  /** Sets the receiver's response from now on; undefined: it never responds. */
  answerWith(answer: Served | undefined): void
  /** Creates a webhook to the receiver by default; it is on, for all events of flags' creation. */
  create(rest?: Record<string, unknown>): Promise<Addon>
  /** Waits until all events are delivered. */
  settle(): Promise<void>
  /** Reads the events sent by an integration, oldest first. */
  deliveries(id: number): Promise<IntegrationEvent[]>
  stop(): Promise<void>
}

export async function startAddonStage(options: Parameters<typeof startBackend>[0] = {}): Promise<AddonStage> {
  let answer: Served | undefined = { status: 200, body: 'ok' }
  const receiver = await startRecordingServer(() => answer)
  const env = { UNLEASH_ALLOW_LIST_INTEGRATION: 'other.example, 127.0.0.1', ...options.env }
  const app = await startBackend({ ...options, env })
  return {
    app,
    receiver,
    answerWith: (next) => {
      answer = next
    },
    create: async (rest = {}) => {
      const body = {
        provider: 'webhook',
        enabled: true,
        parameters: { url: `${receiver.url}/hook` },
        events: ['feature-created'],
        ...rest,
      }
      const made = await app.call(createAddon, { body })
      if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
      return made.body
    },
    settle: () => app.backend.runJobs(),
    deliveries: async (id) => {
      const { body } = await app.call(getIntegrationEvents, { params: { id }, query: { limit: '1000' } })
      return body.integrationEvents.reverse()
    },
    stop: async () => {
      await app.stop()
      await receiver.stop()
    },
  }
}
