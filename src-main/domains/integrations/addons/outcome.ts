import type { DeliveryState } from '#shared/integrations/schemas/addon.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { withoutSecrets } from './secrets.ts'
import type { SentRequest } from './send-request.ts'

export interface Outcome {
  state: DeliveryState
  stateDetails: string
}

/** Combines the results of all requests of a delivery, without secrets. */
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

/** Builds the result of a delivery whose requests could not be built. */
export function outcomeOfFailure(error: unknown): Outcome {
  return { state: 'failed', stateDetails: messageOf(error) }
}
