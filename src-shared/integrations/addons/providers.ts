import { DATADOG, NEW_RELIC } from './observability.ts'
import type { AddonProvider } from './provider.ts'
import { SLACK, SLACK_APP } from './slack.ts'
import { TEAMS, TEAMS_WORKFLOW } from './teams.ts'
import { WEBHOOK } from './webhook.ts'

/** Every kind of integration (docs/contract/integrations.md#providers). */
export const ADDON_PROVIDERS: readonly AddonProvider[] = [
  WEBHOOK,
  SLACK_APP,
  SLACK,
  TEAMS,
  TEAMS_WORKFLOW,
  DATADOG,
  NEW_RELIC,
]

export function findProvider(name: string): AddonProvider | undefined {
  return ADDON_PROVIDERS.find((provider) => provider.name === name)
}
