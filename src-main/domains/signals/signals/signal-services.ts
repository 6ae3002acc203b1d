import type { Logger } from '#kernel/logger.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { ProbeAnswer } from '#shared/signals/schemas/signal.ts'
import type { Queries } from '#store/queries.ts'
import { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'
import { RefusedSignals } from './refused-signals.ts'
import { SenderRequests } from './sender-requests.ts'
import { SignalFeed } from './signal-updates.ts'

/** Sends a request through the whole HTTP stack of the service, without the network. */
export type SendInternally = (request: {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
  ip: string
}) => Promise<ProbeAnswer>

/** Services shared by the operations of signals, created once, in app. */
export interface SignalServices {
  endpoints: SignalEndpointDirectory
  feed: SignalFeed
  refused: RefusedSignals
  senderRequests: SenderRequests
  callOverHttp: SendInternally
  now: () => Date
}

/** Loads the data kept in memory. */
export async function openSignals(
  queries: Queries,
  {
    logger,
    sealer,
    ...rest
  }: Pick<SignalServices, 'callOverHttp' | 'now'> & { logger: Logger; sealer: Sealer },
): Promise<SignalServices> {
  const endpoints = new SignalEndpointDirectory(queries, sealer, logger)
  await endpoints.reload()
  const refused = new RefusedSignals()
  await refused.load(queries)
  return { endpoints, refused, senderRequests: new SenderRequests(), feed: new SignalFeed(), ...rest }
}
