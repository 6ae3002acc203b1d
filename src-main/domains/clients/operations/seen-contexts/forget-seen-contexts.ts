import { forgetSeenContexts as forget } from '#shared/clients/contract/seen-contexts.ts'
import { mutation } from '#kernel/use-case.ts'
import { forgetSeenContexts as forgetStored } from '../../records/seen-contexts/seen-contexts.store.ts'

export const forgetSeenContexts = mutation(forget, async ({ queries, record }) => {
  await forgetStored(queries)
  record({ type: 'seen-contexts-forgotten' })
})
