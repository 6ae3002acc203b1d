import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getTraffic } from './get-traffic.use-case.ts'
import type { TrafficCounter } from '../../records/traffic/traffic-counter.ts'

export const trafficRpc = (counter: TrafficCounter) => router({ get: queryOf(getTraffic(counter)) })
