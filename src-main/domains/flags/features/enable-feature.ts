import type { z } from 'zod'

import { readDefaultStrategy } from '#domains/projects/projects/projects.store.ts'
import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { EnvironmentParams } from '#shared/contract-engine/params.ts'
import type { Queries } from '#store/queries.ts'
import { type FeatureEnvironment, findFeatureEnvironment, setEnabled } from './feature-environments.store.ts'
import { readStrategies } from './feature-strategies.store.ts'
import { requireActiveFeature } from './features.store.ts'
import { startFirstMilestone } from '../release-plans/start-milestone.ts'
import { addStrategy } from '../strategies/add-strategy.ts'
import { changeStrategy } from '../strategies/change-strategy.ts'

type FlagInEnvironment = z.output<typeof EnvironmentParams>

/**
 * Returns the state of a flag in an environment. Throws 404 if its project does not have the environment (recorded
 * exchange strategies/enable-in-unknown-environment).
 */
async function requireFeatureEnvironment(
  queries: Queries,
  { projectId, featureName, environment }: z.output<typeof EnvironmentParams>,
): Promise<FeatureEnvironment & { enabled: boolean }> {
  const found = await findFeatureEnvironment(queries, featureName, environment)
  // throws: there is no such flag, it is archived, or in another project
  if (found?.project !== projectId || found.archivedAt !== null)
    await requireActiveFeature(queries, projectId, featureName)
  if (!found || found.enabled === null)
    throw notFound(`Could not find environment ${environment} for feature: ${featureName}`)
  return { ...found, enabled: found.enabled }
}

/**
 * Enables a flag in an environment, seeing to it that a strategy decides who gets it (docs/contract/flags.md#toggle).
 */
export async function enableFeature(
  context: MutationContext,
  place: FlagInEnvironment,
  { activateDisabled }: { activateDisabled: boolean },
): Promise<void> {
  const { enabled, hasPlan, hasActiveStrategy } = await requireFeatureEnvironment(context.visible, place)
  if (hasPlan) await startFirstMilestone(context, place)
  // an undo has the strategies that there were: an imported flag can be on with disabled ones alone
  const isSettled = hasActiveStrategy && !hasPlan && !activateDisabled
  if (!isSettled && !context.restored) await ensureActiveStrategy(context, place, activateDisabled)
  if (enabled) return
  const { projectId, featureName, environment } = place
  await setEnabled(context.everything, featureName, environment, true, context.now, hasPlan)
  context.record({ type: 'feature-environment-enabled', project: projectId, featureName, environment })
}

/** Disables a flag in an environment; its strategies stay as they are. */
export async function disableFeature(context: MutationContext, place: FlagInEnvironment): Promise<void> {
  const { enabled, hasPlan } = await requireFeatureEnvironment(context.visible, place)
  if (!enabled) return
  const { projectId, featureName, environment } = place
  await setEnabled(context.everything, featureName, environment, false, context.now, hasPlan)
  context.record({ type: 'feature-environment-disabled', project: projectId, featureName, environment })
}

/**
 * A flag with no active strategy gets its project's default strategy, or has its disabled ones activated when asked
 * (document: "It applies only when a flag has no active strategies in that environment").
 */
async function ensureActiveStrategy(
  context: MutationContext,
  place: FlagInEnvironment,
  activateDisabled: boolean,
): Promise<void> {
  const { projectId, featureName, environment } = place
  const strategies = await readStrategies(context.everything, { features: [featureName], environment })
  if (activateDisabled) {
    for (const strategy of strategies.filter((one) => one.disabled)) {
      await changeStrategy(context, projectId, strategy, { ...strategy, disabled: false })
    }
    if (strategies.length > 0) return
  }
  if (strategies.some((strategy) => !strategy.disabled)) return
  context.demand({ anyOf: ['CREATE_FEATURE_STRATEGY'], project: projectId, environment })
  const { title, constraints, parameters, variants, segments, name } = await readDefaultStrategy(
    context.everything,
    projectId,
    environment,
  )
  await addStrategy(context, place, { name, title, constraints, parameters, variants, segments })
}
