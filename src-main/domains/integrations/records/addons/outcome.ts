import type { DeliveryState } from '../../../../../src-shared/integrations/schemas/addon.ts'
import { withoutSecrets } from './secrets.ts'
import type { SentRequest } from './send-request.ts'

export interface Outcome {
  state: DeliveryState
  stateDetails: string
}

/** What came of telling an integration, from what came of each request; nothing secret is in it. */
export function outcomeOf(sent: readonly SentRequest[], secrets: readonly string[]): Outcome {
  if (sent.length === 0) return { state: 'failed', stateDetails: 'There is no channel to tell.' }
  const failures = sent.flatMap(({ problem, channel }) =>
    problem === undefined ? [] : [channel === undefined ? problem : `${channel}: ${problem}`],
  )
  return {
    state: failures.length === sent.length ? 'failed' : failures.length > 0 ? 'successWithErrors' : 'success',
    stateDetails: withoutSecrets(failures.join(' ') || 'It was taken.', secrets),
  }
}

/** What came of it when no request could be put together. */
export function outcomeOfFailure(error: unknown): Outcome {
  return { state: 'failed', stateDetails: error instanceof Error ? error.message : String(error) }
}
