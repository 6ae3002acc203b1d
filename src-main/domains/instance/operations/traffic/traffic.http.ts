import { bind } from '../../../../transport/http/bind.ts'
import { getTraffic } from './get-traffic.use-case.ts'
import type { TrafficCounter } from '../../records/traffic/traffic-counter.ts'

export const trafficHttp = (counter: TrafficCounter) => [bind(getTraffic(counter))]
