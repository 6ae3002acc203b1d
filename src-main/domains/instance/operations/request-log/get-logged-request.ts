import { getLoggedRequest as read } from '#shared/instance/contract/request-log.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { RequestLog } from '../../records/request-log/request-log.ts'

export const getLoggedRequest = ({ requestLog }: { requestLog: RequestLog }) =>
  query(read, async (_context, { params: { id } }) => {
    const found = requestLog.read(id)
    if (!found) throw notFound(`The request log has no request ${id}, or no longer`)
    return found
  })
