import type { Adaptation } from './adaptation.ts'

/**
 * An SDK that registers is told which version it talks to (docs/contract/clients.md#registration-and-metrics): that
 * of this server.
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
