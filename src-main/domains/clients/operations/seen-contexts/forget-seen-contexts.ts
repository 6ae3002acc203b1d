import { forgetSeenContexts as forget } from '../../../../../src-shared/clients/contract/seen-contexts.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'
import { forgetSeenContexts as forgetStored } from '../../records/seen-contexts/seen-contexts.store.ts'

export const forgetSeenContexts = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  mutation(forget, async ({ queries, record, onCommit }) => {
    await forgetStored(queries)
    record({ type: 'seen-contexts-forgotten' })
    onCommit(() => seenContexts.forget())
  })
