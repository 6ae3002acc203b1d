/** Network traffic: how many requests this service answered, by day, part of the API, and what became of them. */
export { readTraffic } from './read-traffic.ts'
export { TrafficCounter } from './traffic-counter.ts'
export { trafficHttp } from './traffic.http.ts'
export { trafficRpc } from './traffic.rpc.ts'
