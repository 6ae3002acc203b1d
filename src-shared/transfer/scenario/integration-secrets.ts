import { MASK, maskParameters } from '../../integrations/addons/index.ts'
import type { ScenarioIntegration } from '../schemas/scenario.ts'
import type { Difference } from './differences.ts'

type Parameters = NonNullable<ScenarioIntegration['parameters']>

const PARAMETERS = 'parameters'

/** Replaces the secrets in the parameters of an integration. */
export function hideSecrets(provider: string, parameters: Parameters, hidden: string): Parameters {
  return Object.fromEntries(
    Object.entries(maskParameters(provider, parameters)).map(([name, value]) => [
      name,
      value === MASK ? hidden : value,
    ]),
  )
}

/** Replaces the secrets in a change of an integration: in all of its parameters, or in one. */
export function withoutSecrets(
  step: { before?: unknown; after?: unknown },
  change: Difference,
  hidden: string,
): Difference {
  const { provider } = (step.after ?? step.before) as ScenarioIntegration
  const isWhole = change.path === PARAMETERS
  if (!isWhole && !change.path.startsWith(`${PARAMETERS}.`)) return change
  const name = change.path.slice(PARAMETERS.length + 1)
  const hide = (value: unknown) =>
    isWhole
      ? hideSecrets(provider, value as Parameters, hidden)
      : Object.values(hideSecrets(provider, { [name]: String(value) }, hidden))[0]
  return {
    path: change.path,
    ...(change.before === undefined ? {} : { before: hide(change.before) }),
    after: hide(change.after),
  }
}
