import { getAllClientFeatures as operation } from '#shared/clients/contract/client-api.ts'
import { query } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { type ClientFeaturesAnswer, answerPoll } from '../../records/client-api/answer-poll.ts'

/** Answers the poll of an SDK (docs/contract/clients.md#client-features). */
export const getAllClientFeatures = ({ clientApi }: { clientApi: ClientApi }) =>
  query<typeof operation, ClientFeaturesAnswer>(operation, (context, asked) =>
    answerPoll(clientApi, context, asked),
  )
