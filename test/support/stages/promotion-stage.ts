import type { Promotion } from '#shared/desktop/promotion.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { requireSuccess } from '../service/private-project.ts'
import type { TestBackend } from '../service/start-backend.ts'

/** Makes an instance what a scenario says. */
export const apply = (app: TestBackend, text: string) =>
  requireSuccess(app.call(applyScenario, { body: { text, file: 'test' } }))

/** Promotion of flags between two profiles, in both environments. */
export const promotionOf = (flags: string[], more: Partial<Promotion> = {}): Promotion => ({
  from: 'home',
  to: 'p-00000001',
  flags,
  environments: ['development', 'production'],
  createMissing: false,
  ...more,
})

/** Resolves to the message that some work is rejected with. */
export const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  )
