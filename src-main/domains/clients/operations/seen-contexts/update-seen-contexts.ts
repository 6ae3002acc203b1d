import { updateSeenContexts as update } from '#shared/clients/contract/seen-contexts.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  forgetSeenContexts as forgetStored,
  readIsEnabled,
  writeIsEnabled,
} from '../../records/seen-contexts/seen-contexts.store.ts'

export const updateSeenContexts = mutation(update, async ({ queries, record }, { body: { enabled } }) => {
  const before = await readIsEnabled(queries)
  await writeIsEnabled(queries, enabled)
  if (!enabled) await forgetStored(queries)
  if (enabled !== before)
    record({ type: 'seen-contexts-updated', data: { enabled }, preData: { enabled: before } })
  return { enabled }
})
