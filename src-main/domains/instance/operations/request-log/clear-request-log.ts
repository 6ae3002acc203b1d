import { clearRequestLog as clear } from '#shared/instance/contract/request-log.ts'
import { mutation } from '#kernel/use-case.ts'
import type { RequestLog } from '../../records/request-log/request-log.ts'

/** Forgets all requests. Nothing of it is stored, so there is no event. */
export const clearRequestLog = ({ requestLog }: { requestLog: RequestLog }) =>
  mutation(clear, async ({ onCommit }) => {
    onCommit(() => requestLog.clear())
  })
