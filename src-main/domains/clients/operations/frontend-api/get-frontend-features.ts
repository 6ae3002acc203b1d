import { getFrontendFeatures as get } from '#shared/clients/contract/frontend-api.ts'
import type { Entity } from '#kernel/entity.ts'
import { query } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { evaluateForFrontend } from '../../records/frontend-api/evaluate-for-frontend.ts'
import { requestOrigin } from '../../records/frontend-api/frontend-context.ts'

export const getFrontendFeatures = ({ clientApi }: { clientApi: ClientApi }) =>
  query<typeof get, Entity>(get, (context, { query: sent, headers }) =>
    evaluateForFrontend(clientApi, context, { sent, ...requestOrigin(headers) }),
  )
