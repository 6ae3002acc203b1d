import { notFound } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { StoredSignal } from './signal.ts'
import { findSignal, wasReceived } from './signals.store.ts'

/** The signal of an id; else 404, which says so when there was one: links to signals outlive them. */
export async function requireSignal(
  { queries, limits }: Pick<QueryContext, 'queries' | 'limits'>,
  id: number,
): Promise<StoredSignal> {
  const signal = await findSignal(queries, id)
  if (signal) return signal
  if (!(await wasReceived(queries, id))) throw notFound(`Could not find the signal with id ${id}`)
  const most = limits.signalsKept.toLocaleString('en')
  const megabytes = limits.signalMegabytesKept.toLocaleString('en')
  throw notFound(
    `Signal ${id} has been deleted: signals are kept for ${limits.signalsKeptDays} days, and no more than ${most} of them or ${megabytes} MB.`,
  )
}
