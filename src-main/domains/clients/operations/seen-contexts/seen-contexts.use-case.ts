import {
  forgetSeenContexts as forget,
  getSeenContexts as get,
  updateSeenContexts as update,
} from '../../../../../src-shared/contract/seen-contexts.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import { RETENTION_DAYS, type SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'
import {
  forgetSeenContexts as forgetStored,
  readIsEnabled,
  writeIsEnabled,
} from '../../records/seen-contexts/seen-contexts.store.ts'

/** How many contexts are kept; what is in them is seen only beside a change that touches them. */
export const getSeenContexts = (seen: SeenContexts) =>
  query(get, async () => ({
    enabled: seen.isEnabled,
    limit: seen.limit,
    retentionDays: RETENTION_DAYS,
    environments: [...seen.all()].flatMap(([environment, contexts]) => {
      const [oldest, newest] = [contexts[0], contexts.at(-1)]
      if (!oldest || !newest) return []
      const calls = contexts.reduce((sum, { count }) => sum + count, 0)
      return [
        { environment, contexts: contexts.length, calls, oldest: oldest.lastSeen, newest: newest.lastSeen },
      ]
    }),
  }))

export const updateSeenContexts = (seen: SeenContexts) =>
  mutation(update, async ({ queries, record, onCommit }, { body: { enabled } }) => {
    const before = await readIsEnabled(queries)
    await writeIsEnabled(queries, enabled)
    if (!enabled) await forgetStored(queries)
    if (enabled !== before)
      record({ type: 'seen-contexts-updated', data: { enabled }, preData: { enabled: before } })
    onCommit(() => seen.switch(enabled))
    return { enabled }
  })

export const forgetSeenContexts = (seen: SeenContexts) =>
  mutation(forget, async ({ queries, record, onCommit }) => {
    await forgetStored(queries)
    record({ type: 'seen-contexts-forgotten' })
    onCommit(() => seen.forget())
  })
