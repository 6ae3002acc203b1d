import { bind } from '../../../../transport/http/bind.ts'
import { getTrafficDataUsage as getTraffic } from './get-traffic-data-usage.ts'
import type { TrafficCounter } from '../../records/traffic/traffic-counter.ts'

export const trafficHttp = (counter: TrafficCounter) => [bind(getTraffic(counter))]
