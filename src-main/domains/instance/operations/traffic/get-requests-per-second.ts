import { getRequestsPerSecond as read } from '#shared/instance/contract/traffic.ts'
import { query } from '#kernel/use-case.ts'
import type { RequestRates } from '../../records/traffic/request-rates.ts'

export const getRequestsPerSecond = ({ requestRates }: { requestRates: RequestRates }) =>
  query(read, async () => requestRates.read())
