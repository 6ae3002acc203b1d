import { getSignalUsage as usage } from '#shared/signals/contract/signals.ts'
import { firstOfDays } from '#shared/signals/rules/signal-days.ts'
import { query } from '#kernel/use-case.ts'
import { readSignalEndpoints } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { countSignals, readSignalDays, readSignalSources } from '../../records/signals/signals.read-model.ts'
import { readSignalQueue } from '../../records/signals/signals.store.ts'

/** Answers how much of the limits is used (docs/contract/limits.md#limits), and what waits for the actions. */
export const getSignalUsage = query(usage, async ({ queries, limits, now }) => ({
  endpoints: { used: (await readSignalEndpoints(queries)).length, limit: limits.signalEndpoints },
  tokensPerEndpoint: limits.signalTokensPerEndpoint,
  perSecond: limits.signalsPerSecond,
  payloadBytes: limits.signalPayloadBytes,
  stored: {
    used: await countSignals(queries, {}),
    limit: limits.signalsKept,
    days: limits.signalsKeptDays,
  },
  queue: await readSignalQueue(queries),
  bySource: await readSignalSources(queries),
  byDay: await readSignalDays(queries, firstOfDays(now).toISOString().slice(0, 10)),
}))
