import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/seen-contexts.ts'
import {
  forgetSeenContexts as forgetStored,
  readIsEnabled,
  writeIsEnabled,
} from '../seen-contexts/seen-contexts.store.ts'
import { RETENTION_DAYS, type SeenContexts } from '../seen-contexts/seen-contexts.ts'

/** Counts the stored contexts. Their content is shown only beside a change that affects them. */
export const getSeenContexts = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(contract.getSeenContexts, async () => ({
    enabled: seenContexts.isEnabled,
    limit: seenContexts.limit,
    retentionDays: RETENTION_DAYS,
    environments: [...seenContexts.all()].flatMap(([environment, contexts]) => {
      const [oldest, newest] = [contexts[0], contexts.at(-1)]
      if (!oldest || !newest) return []
      const calls = contexts.reduce((sum, { count }) => sum + count, 0)
      return [
        { environment, contexts: contexts.length, calls, oldest: oldest.lastSeen, newest: newest.lastSeen },
      ]
    }),
  }))

export const updateSeenContexts = mutation(
  contract.updateSeenContexts,
  async ({ everything, record }, { body: { enabled } }) => {
    const before = await readIsEnabled(everything)
    await writeIsEnabled(everything, enabled)
    if (!enabled) await forgetStored(everything)
    if (enabled !== before)
      record({ type: 'seen-contexts-updated', data: { enabled }, preData: { enabled: before } })
    return { enabled }
  },
)

export const forgetSeenContexts = mutation(contract.forgetSeenContexts, async ({ everything, record }) => {
  await forgetStored(everything)
  record({ type: 'seen-contexts-forgotten' })
})
