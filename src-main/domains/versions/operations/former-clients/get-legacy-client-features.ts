import { getLegacyClientFeatures as legacy } from '#shared/versions/contract/former/clients.ts'
import { query } from '#kernel/use-case.ts'
import { inlineSegments, selectFeatures } from '#domains/clients/records/client-api/client-features.ts'
import { toClientQuery } from '#domains/clients/records/client-api/client-query.ts'
import type { ClientApi } from '#domains/clients/records/client-api/client-api.ts'

/** Returns flags to SDKs of version 2, which know neither segments nor revisions. */
export const getLegacyClientFeatures = ({ clientApi }: { clientApi: ClientApi }) =>
  query(legacy, async (context, { query: asked }) => {
    const clientQuery = toClientQuery(await clientApi.scopeOf(context), asked, undefined)
    const configuration = await clientApi.configuration.of(clientQuery.environment)
    const features = inlineSegments(selectFeatures(configuration, clientQuery), configuration.segments)
    return { version: 1 as const, features }
  })
