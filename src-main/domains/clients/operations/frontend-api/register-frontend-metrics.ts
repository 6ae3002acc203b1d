import { registerFrontendMetrics as metrics } from '../../../../../src-shared/clients/contract/frontend-api.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { registerMetrics } from '../../../flags/records/metrics/register-metrics.ts'

export const registerFrontendMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(metrics, async (context, { body }) => {
    await registerMetrics(context, body, await clientApi.scopeOf(context))
    return 'OK' as const
  })
