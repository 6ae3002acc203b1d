import { evaluateFeature, type EvaluatedSegment, type World } from '../../../src-shared/evaluation/index.ts'
import type { FrontendToggle } from '../../../src-shared/schemas/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { QueryContext } from '../../kernel/use-case.ts'
import { selectFeatures, type ClientApi } from '../client-api/index.ts'
import { toContext } from './frontend-context.ts'

/** Evaluates every flag the token may see and answers those that are on (semantics.md 5.5; document: "Events", 4). */
export async function evaluateForFrontend(
  api: ClientApi,
  { caller, queries, now, ids }: QueryContext,
  sent: Record<string, unknown>,
): Promise<{ toggles: FrontendToggle[] }> {
  const scope = await api.scopeOf(caller.actor, queries)
  const configuration = await api.configuration.of(scope.environment)
  const segments = new Map<number, EvaluatedSegment>(
    configuration.segments.map((segment) => [segment.id, segment]),
  )
  const world: World = {
    feature: (name) => configuration.features.get(name)?.feature,
    segment: (id) => segments.get(id),
    now,
    random: () => ids.random(),
  }
  const context = toContext(sent, {
    environment: scope.environment,
    remoteAddress: addressOf(caller),
    random: () => ids.random(),
  })
  const project = scope.projects.includes('*') ? undefined : scope.projects
  const toggles = selectFeatures(configuration, project ? { project } : {}).flatMap((feature) => {
    const { name, enabled, variant } = evaluateFeature(feature, context, world, { trace: 'none' })
    return enabled ? [{ name, enabled: true as const, variant, impressionData: feature.impressionData }] : []
  })
  return { toggles }
}

/** Without the prefix that an IPv6 socket gives IPv4 addresses. */
const addressOf = ({ ip }: Caller) => ip?.replace(/^::ffff:/, '')
