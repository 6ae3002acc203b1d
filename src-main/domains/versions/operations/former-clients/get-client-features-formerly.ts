import { getClientFeaturesFormerly as again } from '#shared/versions/contract/former/clients.ts'
import { query } from '#kernel/use-case.ts'
import { answerPoll, type ClientFeaturesAnswer } from '#domains/clients/records/client-api/answer-poll.ts'
import type { ClientApi } from '#domains/clients/records/client-api/client-api.ts'

export const getClientFeaturesFormerly = ({ clientApi }: { clientApi: ClientApi }) =>
  query<typeof again, ClientFeaturesAnswer>(again, (context, asked) => answerPoll(clientApi, context, asked))
