import type { ProbeAnswer } from '#shared/signals/schemas/signal.ts'

/** Sends a request through the whole HTTP stack of the service, without the network. */
export type SendInternally = (request: {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
  ip: string
}) => Promise<ProbeAnswer>
