import type { Addon, IntegrationEvent } from '../../src-shared/integrations/schemas/addon.ts'
import { startRecordingServer, type RecordingServer, type Served } from './recording-server.ts'
import { startBackend, type TestBackend } from './start-backend.ts'

export const ADDONS = '/api/admin/addons'
export const FLAGS = '/api/admin/projects/default/features'

/** An instance that may tell hosts of this machine, and a server there that notes what it is told. */
export interface AddonStage {
  app: TestBackend
  receiver: RecordingServer
  /** What the receiver answers from now on; undefined: nothing, ever. */
  answerWith(answer: Served | undefined): void
  /** A webhook that leads to the receiver, unless said otherwise; on, for all events of flags' creation. */
  create(rest?: Record<string, unknown>): Promise<Addon>
  /** Waits until everybody has been told of everything. */
  settle(): Promise<void>
  /** What an integration was told, oldest first. */
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
      const made = await app.call('POST', ADDONS, { body })
      if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
      return made.body as Addon
    },
    settle: () => app.backend.runJobs(),
    deliveries: async (id) => {
      const { body } = await app.call('GET', `${ADDONS}/${id}/events?limit=1000`)
      return (body as { integrationEvents: IntegrationEvent[] }).integrationEvents.reverse()
    },
    stop: async () => {
      await app.stop()
      await receiver.stop()
    },
  }
}
