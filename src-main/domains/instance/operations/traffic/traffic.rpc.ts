import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getTrafficDataUsage as getTraffic } from './get-traffic-data-usage.ts'
import type { TrafficCounter } from '../../records/traffic/traffic-counter.ts'

export const trafficRpc = (counter: TrafficCounter) => router({ get: queryOf(getTraffic(counter)) })
