import type { FastifyInstance } from 'fastify'

import type { DatabaseMove } from '#domains/instance/database/database-move.ts'
import type { Store } from '#store/store.ts'
import type { RunningRequests } from '#transport/http/running-requests.ts'
import type { startFlushing } from './flush-buffers.ts'
import type { OthersFollower } from './follow-others.ts'
import type { OpenTelemetry } from './open-telemetry.ts'
import type { Services } from './services.ts'

interface Parts extends Pick<
  Services,
  'access' | 'addonOutbox' | 'emailOutbox' | 'listeningPorts' | 'signals'
> {
  databaseMove: Pick<DatabaseMove, 'close'>
  /** The jobs that were running. */
  jobsEnded: Promise<void>
  flushing: ReturnType<typeof startFlushing>
  follower: OthersFollower | undefined
  http: FastifyInstance
  requests: RunningRequests
  store: Store
  telemetry: Pick<OpenTelemetry, 'close'>
}

/** Finishes the requests and jobs that run, closes the ports and the store, and writes what is in memory. */
export async function closeBackend(parts: Parts): Promise<void> {
  // first: a test of an integration that waits for an answer would keep its request open
  await parts.databaseMove.close()
  await parts.addonOutbox.stop()
  await parts.emailOutbox.stop()
  await parts.jobsEnded
  await parts.requests.finish()
  await parts.listeningPorts.closeAll()
  await parts.http.close()
  parts.follower?.stop()
  parts.access.stop()
  parts.signals.endpoints.stop()
  await parts.flushing.flush()
  await parts.telemetry.close()
  await parts.store.close()
}
