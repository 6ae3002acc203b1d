import type { ClientNews } from '#domains/clients/client-news/client-news.ts'
import { recordScimRequest, type ScimAccess } from '#domains/access/scim/scim-access.ts'
import type { RequestRates } from '#domains/instance/traffic/request-rates.ts'
import type { TrafficCounter } from '#domains/instance/traffic/traffic-counter.ts'
import type { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import type { Clock } from '#kernel/clock.ts'
import type { HttpOptions } from '#transport/http/http-options.ts'

interface Observers {
  clientNews: ClientNews
  judgedCalls: JudgedCalls
  scim: ScimAccess
  clock: Clock
  traffic: TrafficCounter
  requestRates: RequestRates
}

/** Tells who counts and judges requests of each one. */
export const noteRequests = ({
  clientNews,
  judgedCalls,
  scim,
  clock,
  traffic,
  requestRates,
}: Observers): Pick<HttpOptions, 'noteCall' | 'noteTraffic'> => ({
  noteCall: (call) => {
    judgedCalls.note(call)
    clientNews.note(call)
    recordScimRequest(scim, call, clock)
  },
  noteTraffic: (url, status) => {
    traffic.note(url, status)
    requestRates.note(url)
  },
})
