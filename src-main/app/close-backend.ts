import type { FastifyInstance } from 'fastify'

import type { Store } from '#store/store.ts'
import type { Opened } from './domain.ts'
import type { Flushing } from './flush-buffers.ts'
import type { HttpServers } from './http-servers.ts'
import type { OpenTelemetry } from './open-telemetry.ts'
import type { State } from './services.ts'

interface OpenParts {
  opened: readonly Opened<object>[]
  /** The jobs that were running. */
  jobsEnded: Promise<void>
  flushing: Flushing
  state: State
  http: FastifyInstance
  servers: HttpServers
  store: Store
  telemetry: Pick<OpenTelemetry, 'close'>
}

/** Finishes the requests and jobs that run, closes the ports and the store, and writes what is in memory. */
export async function closeAll(parts: OpenParts): Promise<void> {
  for (const domain of parts.opened) await domain.stop?.()
  await parts.jobsEnded
  await parts.servers.requests.finish()
  // first: what others wrote must not be read again by what is closed
  parts.state.follower?.stop()
  for (const domain of parts.opened.toReversed()) await domain.close?.()
  await parts.http.close()
  await parts.flushing.flush()
  await parts.telemetry.close()
  await parts.store.close()
}
