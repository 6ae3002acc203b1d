import type { Adaptation } from './adaptation.ts'
import { changeAt } from './places.ts'

/** An SDK that registers is told which version it talks to (semantics.md 5.4): that of this server. */
export const VERSION_HEADER: Adaptation = {
  versions: '*',
  operations: ['registerClientApplication'],
  answer: (reply, { contract }) => ({
    ...reply,
    headers: { ...reply.headers, 'x-unleash-version': contract },
  }),
  keepsShape: true,
}

/** So are pages; the use case knows that of the instance only, and a further port may answer as another (ADR 0019). */
export const VERSION_OF_PAGES: Adaptation = {
  versions: '*',
  operations: ['getUiConfig'],
  answer: (reply, { contract }) => {
    const body = changeAt(reply.body, '', (config) => ({ ...config, version: contract }))
    const current = { oss: contract, enterprise: contract }
    return { ...reply, body: changeAt(body, 'versionInfo', (info) => ({ ...info, current })) }
  },
  keepsShape: true,
}
