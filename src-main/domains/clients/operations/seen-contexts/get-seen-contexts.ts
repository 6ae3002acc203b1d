import { getSeenContexts as get } from '#shared/clients/contract/seen-contexts.ts'
import { query } from '#kernel/use-case.ts'
import { RETENTION_DAYS, type SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'

/** Counts the stored contexts. Their content is shown only beside a change that affects them. */
export const getSeenContexts = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(get, async () => ({
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
