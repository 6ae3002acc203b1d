import { getSignals as all } from '#shared/signals/contract/signals.ts'
import { query } from '#kernel/use-case.ts'
import { dayOf, toPage } from '../../records/signals/signal-query.ts'
import { countSignals, readSignals } from '../../records/signals/signals.read-model.ts'

/** The signals of all endpoints, also of those that are gone (docs/contract/signals.md#endpoints). */
export const getSignals = query(all, async ({ queries }, { query }) => {
  const filter = { from: dayOf('from', query.from), to: dayOf('to', query.to) }
  const found = await readSignals(queries, filter, toPage(query))
  return {
    signals: found.map(
      ({ replayOf: _replay, sentBy: _sentBy, processed: _processed, outcome: _outcome, ...signal }) => signal,
    ),
    total: await countSignals(queries, filter),
  }
})
