import { toggleFeatureEnvironmentOff as operation } from '../../../src-shared/contract/feature-environments.ts'
import { mutation } from '../../kernel/use-case.ts'
import { setEnabled } from '../features/index.ts'
import { requireFeatureEnvironment } from './require-feature-environment.ts'

/** Disables a flag in an environment; its strategies stay as they are. */
export const toggleFeatureEnvironmentOff = mutation(operation, async (context, { params }) => {
  const { enabled } = await requireFeatureEnvironment(context.queries, params)
  if (!enabled) return
  const { projectId, featureName, environment } = params
  await setEnabled(context.queries, featureName, environment, false)
  context.record({ type: 'feature-environment-disabled', project: projectId, featureName, environment })
})
