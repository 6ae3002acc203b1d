import { registerClientMetrics as operation } from '../../../src-shared/contract/client-api.ts'
import { mutation } from '../../kernel/use-case.ts'
import { registerMetrics } from '../metrics/index.ts'
import type { ClientApi } from './client-api.ts'

export const registerClientMetrics = (api: ClientApi) =>
  mutation(operation, async (context, { body }) => {
    await registerMetrics(context, body, await api.scopeOf(context))
  })
