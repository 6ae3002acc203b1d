import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { Outbound } from '#kernel/outbound.ts'
import { connectLocally } from '#main/profiles/local-connection.ts'
import { connectToOriginal } from '#main/profiles/original/original-connection.ts'
import type { PromotionInstance } from '#main/profiles/promotion/side.ts'
import { requireSuccess } from '../service/private-project.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'

type Answer = PromotionInstance['connection']['answer']

/** A Halyard, and another one that is addressed by its published contract alone. */
export interface CompatibleStage {
  here: TestBackend
  there: TestBackend
  halyard: PromotionInstance
  original: PromotionInstance
  /** Operations that the other one was asked for. */
  asked: string[]
  stop: () => Promise<void>
}

/** Starts two Halyards, of which the second stands in for a compatible service. */
export async function startCompatibleStage(): Promise<CompatibleStage> {
  const here = await startBackend()
  const there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  const { secret } = (await requireSuccess(there.call(createPat, { as: 'boss', body }))).body
  const connection = connectToOriginal({
    url: await there.backend.listen('auto'),
    token: () => secret,
    outbound: new Outbound({ allowPrivate: true, allowList: [] }),
  })
  const asked: string[] = []
  const answer: Answer = async (call) => {
    asked.push(call.path)
    const answered = await connection.answer(call)
    // as the original service says; a Halyard still takes them
    const compatible = { takesFlagVariants: false }
    return call.path === 'status' ? { ...(answered as object), compatible } : answered
  }
  return {
    here,
    there,
    halyard: { name: 'Staging', connection: connectLocally(here.backend, '') },
    original: { name: 'Live', connection: { answer }, original: true },
    asked,
    stop: async () => {
      await here.stop()
      await there.stop()
    },
  }
}

/** The same instance, but for what it answers to some calls; undefined: as it does. */
export const answeringSo = (
  side: PromotionInstance,
  answer: (call: Parameters<Answer>[0]) => Promise<unknown> | undefined,
): PromotionInstance => ({
  ...side,
  connection: { answer: async (call) => (await answer(call)) ?? side.connection.answer(call) },
})
