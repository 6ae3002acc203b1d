import type { TrafficGrouping } from '#shared/instance/schemas/traffic.ts'
import { badData } from '#kernel/app-error.ts'
import { groupRows } from '#store/group-rows.ts'

/** Days and how they are grouped. */
export interface Period {
  grouping: TrafficGrouping
  from: string
  to: string
}

interface Used {
  day: string
  group: string
  amount: number
}

/** Checks that a period begins before it ends: 400. */
export function requirePeriod({ from, to }: Period): void {
  if (from > to) throw badData(`from (${from}) is after to (${to})`, '/query/from')
}

/** Groups what was used by metered group and period; of each period `total` makes its figure. */
export function byGroup<Point>(
  used: readonly Used[],
  { grouping }: Period,
  toPoint: (period: string, amount: number) => Point,
): { meteredGroup: string; dataPoints: Point[] }[] {
  const periodOf = ({ day }: Used) => (grouping === 'daily' ? day : day.slice(0, 7))
  return [...groupRows(used, ({ group }) => group)].map(([meteredGroup, ofGroup]) => ({
    meteredGroup,
    dataPoints: [...groupRows(ofGroup, periodOf)].map(([period, ofPeriod]) =>
      toPoint(
        period,
        ofPeriod.reduce((sum, { amount }) => sum + amount, 0),
      ),
    ),
  }))
}

/** Counts the days of a period: one, or those of the month. */
export function daysOf(period: string): number {
  const [year, month, day] = period.split('-').map(Number)
  return day === undefined ? new Date(Date.UTC(year ?? 1970, month ?? 1, 0)).getUTCDate() : 1
}
