import { searchSignals as search } from '#shared/signals/contract/signals.ts'
import { query } from '#kernel/use-case.ts'
import { dayOf, toCursor, toPage, toText } from '../../records/signals/signal-query.ts'
import { countSignals, searchSignals as find } from '../../records/signals/signals.read-model.ts'

/** Searches signals for the window, by text too. The cursor keeps its place while new signals come in. */
export const searchSignals = query(search, async ({ queries }, { query }) => {
  const { endpoint, text = '', outcome, after, sortOrder: order = 'desc' } = query
  const filter = { endpoint, from: dayOf('from', query.from), to: dayOf('to', query.to) }
  const { limit } = toPage(query)
  const search = { text, outcome, after: toCursor(after), limit, order }
  const { signals, next } = await find(queries, filter, search)
  return { signals, total: await countSignals(queries, filter), next: toText(next) }
})
