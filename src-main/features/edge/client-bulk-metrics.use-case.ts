import { clientBulkMetrics as operation } from '../../../src-shared/contract/edge.ts'
import { mutation } from '../../kernel/use-case.ts'
import type { ClientApi } from '../client-api/index.ts'
import { registerBulk } from '../metrics/index.ts'

export const clientBulkMetrics = (api: ClientApi) =>
  mutation(operation, async (context, { body }) => {
    const { actor } = context.caller
    const scope = await api.scopeOf(context)
    const isToken = actor.kind === 'backend-token'
    await registerBulk(context, body, {
      environment: isToken ? scope.environment : undefined,
      projects: scope.projects,
    })
  })
