import { evaluateFlag as operation } from '../../../../../src-shared/clients/contract/remote-evaluation.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { evaluateOneRemotely } from '../../records/remote-evaluation/evaluate-remotely.ts'

export const evaluateFlag = ({ clientApi }: { clientApi: ClientApi }) =>
  query(operation, (context, { params: { key }, body }) =>
    evaluateOneRemotely(clientApi, context, { key, body }),
  )
