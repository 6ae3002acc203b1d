import type { ProbeAnswer } from '../../../../../src-shared/signals/schemas/signal.ts'

/** Calls the service's own HTTP door: the whole way that a request takes, but for the cable. */
export type CallOverHttp = (request: {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
  ip: string
}) => Promise<ProbeAnswer>
