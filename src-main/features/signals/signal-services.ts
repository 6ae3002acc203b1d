import type { Queries } from '../../store/queries.ts'
import { SignalEndpointDirectory } from '../signal-endpoints/index.ts'
import type { CallOverHttp } from './probe-signal-endpoint.use-case.ts'
import { RefusedSignals } from './refused-signals.ts'
import { SignalFeed } from './signal-feed.ts'

/** What the operations of signals share, made once in bootstrap. */
export interface SignalServices {
  endpoints: SignalEndpointDirectory
  feed: SignalFeed
  refused: RefusedSignals
  callOverHttp: CallOverHttp
  now: () => Date
}

/** Reads what is kept in memory. */
export async function openSignals(
  queries: Queries,
  rest: Pick<SignalServices, 'callOverHttp' | 'now'>,
): Promise<SignalServices> {
  const endpoints = new SignalEndpointDirectory(queries)
  await endpoints.reload()
  const refused = new RefusedSignals()
  await refused.load(queries)
  return { endpoints, refused, feed: new SignalFeed(), ...rest }
}
