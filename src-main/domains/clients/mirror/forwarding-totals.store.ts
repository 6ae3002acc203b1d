import type { Queries } from '#store/queries.ts'

/** Evaluations by what became of them, and when the last ones were sent. */
export interface ForwardingTotals {
  sent: number
  /** Given up: too many waited, or the upstream does not take them. */
  dropped: number
  /** Not for the upstream: an override decided about them. */
  overridden: number
  /** Sent without an answer: the upstream may have them or not. */
  unconfirmed: number
  sentAt: string | null
}

/** Reports that wait, those of batches included. */
export interface WaitingFigures {
  reports: number
  evaluations: number
  since: string | null
}

export async function readTotals(queries: Queries): Promise<ForwardingTotals> {
  const row = await queries.selectFrom('forwarding_totals').selectAll().executeTakeFirst()
  return {
    sent: Number(row?.sent ?? 0),
    dropped: Number(row?.dropped ?? 0),
    overridden: Number(row?.overridden ?? 0),
    unconfirmed: Number(row?.unconfirmed ?? 0),
    sentAt: row?.sent_at ?? null,
  }
}

/** Adds to the totals; `sentAt` replaces the former one. */
export async function addToTotals(queries: Queries, added: Partial<ForwardingTotals>): Promise<void> {
  const { sent = 0, dropped = 0, overridden = 0, unconfirmed = 0, sentAt } = added
  if (sent + dropped + overridden + unconfirmed === 0 && sentAt === undefined) return
  await queries
    .insertInto('forwarding_totals')
    .values({ id: 1, sent, dropped, overridden, unconfirmed, sent_at: sentAt ?? null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        sent: eb('forwarding_totals.sent', '+', sent),
        dropped: eb('forwarding_totals.dropped', '+', dropped),
        overridden: eb('forwarding_totals.overridden', '+', overridden),
        unconfirmed: eb('forwarding_totals.unconfirmed', '+', unconfirmed),
        ...(sentAt === undefined ? {} : { sent_at: sentAt }),
      })),
    )
    .execute()
}

/** Reads what waits, in batches or not. */
export async function readWaitingFigures(queries: Queries): Promise<WaitingFigures> {
  const figures = { reports: 0, evaluations: 0, since: null as string | null }
  for (const table of ['waiting_reports', 'report_batches'] as const) {
    const row = await queries
      .selectFrom(table)
      .select((eb) => [
        eb.fn.countAll<number>().as('reports'),
        eb.fn.sum<number | null>('evaluations').as('evaluations'),
        eb.fn.min<string | null>('since').as('since'),
      ])
      .executeTakeFirstOrThrow()
    figures.reports += Number(row.reports)
    figures.evaluations += Number(row.evaluations ?? 0)
    if (row.since !== null && (figures.since === null || row.since < figures.since)) figures.since = row.since
  }
  return figures
}
