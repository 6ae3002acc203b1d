import { getTraffic as operation } from '#shared/instance/contract/traffic.ts'
import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { readTraffic } from '../../records/traffic/read-traffic.ts'
import type { TrafficCounter } from '../../records/traffic/traffic-counter.ts'

/** The requests that this service answered, for whom pays for the line (docs/contract/instance.md#traffic). */
export const getTrafficDataUsage = ({ traffic: counter }: { traffic: TrafficCounter }) =>
  query(operation, async ({ now }, { query: { grouping = 'daily', from, to } }) => {
    const end = to ?? now.toISOString().slice(0, 10)
    const begin = from ?? `${end.slice(0, 7)}-01`
    if (begin > end) throw badData(`from (${begin}) is after to (${end})`, '/query/from')
    return readTraffic(counter, { grouping, from: begin, to: end })
  })
