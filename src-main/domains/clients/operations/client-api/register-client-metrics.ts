import { registerClientMetrics as operation } from '../../../../../src-shared/clients/contract/client-api.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { registerMetrics } from '../../../flags/records/metrics/register-metrics.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'

export const registerClientMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(operation, async (context, { body }) => {
    await registerMetrics(context, body, await clientApi.scopeOf(context))
  })
