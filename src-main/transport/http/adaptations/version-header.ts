import type { Adaptation } from './adaptation.ts'

/**
 * Header with the server's version, in the response to an SDK's registration
 * (docs/contract/clients.md#registration-and-metrics).
 */
export const VERSION_HEADER: Adaptation = {
  versions: '*',
  operations: ['registerClientApplication'],
  answer: (reply, { contract }) => ({
    ...reply,
    headers: { ...reply.headers, 'x-unleash-version': contract },
  }),
  keepsShape: true,
}
