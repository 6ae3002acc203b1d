import { getClientFeature as operation } from '#shared/clients/contract/client-api.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { inlineSegments } from '../../records/client-api/client-features.ts'

export const getClientFeature = ({ clientApi }: { clientApi: ClientApi }) =>
  query(operation, async (context, { params: { featureName }, query: asked }) => {
    const scope = await clientApi.scopeOf(context, asked.environment)
    const { features, segments } = await clientApi.configuration.of(scope.environment)
    const found = features.get(featureName)?.feature
    const visible = found && (scope.projects.includes('*') || scope.projects.includes(found.project))
    const [feature] = visible ? inlineSegments([found], segments) : []
    if (!feature) throw notFound(`Could not find feature flag ${featureName}`)
    return feature
  })
