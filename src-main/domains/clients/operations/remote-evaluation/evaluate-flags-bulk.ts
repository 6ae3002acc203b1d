import { evaluateFlagsBulk as operation } from '../../../../../src-shared/clients/contract/remote-evaluation.ts'
import { isFresh } from '../../../../kernel/etag.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import {
  evaluateAllRemotely,
  type BulkEvaluation,
} from '../../records/remote-evaluation/evaluate-remotely.ts'

export const evaluateFlagsBulk = ({ clientApi }: { clientApi: ClientApi }) =>
  query<typeof operation, BulkEvaluation>(operation, async (context, { body, headers }) => {
    const appName = headers['unleash-appname']
    const entity = await evaluateAllRemotely(clientApi, context, { body, appName })
    return { entity, isFresh: isFresh(headers['if-none-match'], entity.etag) }
  })
