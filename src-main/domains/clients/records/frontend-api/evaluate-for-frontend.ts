import {
  evaluateFeature,
  openFeatureReason,
  type EvaluationContext,
} from '../../../../../src-shared/flags/evaluation/index.ts'
import type { FrontendToggle } from '../../../../../src-shared/clients/schemas/client.ts'
import { type Caller, nameOf } from '../../../../kernel/caller.ts'

import { inSteps } from '../../../../kernel/in-steps.ts'
import type { QueryContext } from '../../../../kernel/use-case.ts'
import { selectFeatures } from '../client-api/client-features.ts'
import { worldOf } from '../client-api/world-of.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { saysSession, toContext } from './frontend-context.ts'

interface Asked {
  /** The context as sent. */
  sent: Record<string, unknown>
  /** All flags, each with why it is as it is (ADR 0011). */
  withReasons: boolean
  appName: string | undefined
}

/**
 * Evaluates every flag the token may see and answers those that are on (docs/contract/clients.md#frontend-api;
 * document: "Events", 4).
 */
export async function evaluateForFrontend(
  api: ClientApi,
  context: QueryContext,
  { sent, withReasons, appName }: Asked,
): Promise<{ toggles: FrontendToggle[] }> {
  const { caller, now, ids } = context
  const scope = await api.scopeOf(context)
  const configuration = await api.configuration.of(scope.environment)
  const world = worldOf(configuration, context)
  const evaluationContext = toContext(sent, {
    environment: scope.environment,
    remoteAddress: addressOf(caller),
    random: () => ids.random(),
  })
  const project = scope.projects.includes('*') ? undefined : scope.projects
  let on = 0
  const toggles: FrontendToggle[] = []
  await inSteps(selectFeatures(configuration, project ? { project } : {}), (feature) => {
    const evaluation = evaluateFeature(feature, evaluationContext, world, { trace: 'none' })
    const { name, enabled, variant, reason } = evaluation
    if (enabled) on += 1
    else if (!withReasons) return
    const toggle: FrontendToggle = { name, enabled, variant, impressionData: feature.impressionData }
    toggles.push(
      withReasons ? { ...toggle, reason, openFeatureReason: openFeatureReason(evaluation, feature) } : toggle,
    )
  })
  api.log.note({
    kind: 'frontend',
    at: now,
    appName: evaluationContext.appName ?? appName,
    tokenName: nameOf(caller.actor),
    environment: scope.environment,
    projects: scope.projects,
    status: 200,
    enabled: on,
    context: evaluationContext,
    answered: configuration,
    revision: configuration.revision,
  })
  api.seen.note({
    environment: scope.environment,
    projects: scope.projects,
    context: saysSession(sent) ? evaluationContext : withoutSession(evaluationContext),
    at: now,
  })
  return { toggles }
}

/** A session that was made up for one call is nobody's. */
function withoutSession({ sessionId: _madeUp, ...context }: EvaluationContext): EvaluationContext {
  return context
}

/** Without the prefix that an IPv6 socket gives IPv4 addresses. */
const addressOf = ({ ip }: Caller) => ip?.replace(/^::ffff:/, '')
