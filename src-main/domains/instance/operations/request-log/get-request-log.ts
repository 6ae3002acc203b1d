import { getRequestLog as list } from '#shared/instance/contract/request-log.ts'
import { query } from '#kernel/use-case.ts'
import type { RequestLog } from '../../records/request-log/request-log.ts'

export const getRequestLog = ({ requestLog }: { requestLog: RequestLog }) =>
  query(list, async (_context, request) => requestLog.find(request.query))
