import { expect } from 'vitest'

import type { AddonTest } from '#shared/integrations/schemas/addon-test.ts'
import { ADDONS, type AddonStage } from './addon-stage.ts'
import type { Answer } from '../service/start-backend.ts'

/** Requests that test integrations of a stage, new ones and stored ones, and what they answer. */
export function addonTestsOf(stageOf: () => AddonStage) {
  const ask = (at: string, body: object, as?: string) =>
    stageOf().app.call('POST', `${ADDONS}${at}`, { body, ...(as === undefined ? {} : { as }) })
  const hook = () => `${stageOf().receiver.url}/hook`
  return {
    testNew: (body: object, as?: string) => ask('/test', body, as),
    test: (id: number, body: object, as?: string) => ask(`/${id}/test`, body, as),
    hook,
    webhook: (parameters: object = {}) => ({
      provider: 'webhook',
      enabled: false,
      parameters: { url: hook(), ...parameters },
      events: [],
    }),
    resultOf: ({ status, body, text }: Answer): AddonTest => {
      expect(status, text).toBe(200)
      return body as AddonTest
    },
  }
}
