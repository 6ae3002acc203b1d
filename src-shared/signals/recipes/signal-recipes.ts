import type { ActionFilter, ActionFilters } from '../schemas/action.ts'

/** A service that sends signals, with what to enter there. */
export interface SignalRecipe {
  readonly id: string
  readonly label: string
  /** Name of its endpoint, as a proposal. */
  readonly endpoint: string
  /** Proof of the service: the token in a header, or a signature with a secret of ours, or with one that it chooses. */
  readonly proof: 'token' | 'signature' | 'sender'
  /** Steps to take there. */
  readonly steps: readonly string[]
  /** Signals that a first action reacts to. */
  readonly filters: ActionFilters
  /** Signals by which the service says that it is over; absent: it says so by none. */
  readonly reset?: ActionFilters
  /** The action in words. */
  readonly suggestion: string
}

const equals = (value: string): ActionFilter => ({ operator: 'IN', values: [value] })
const TURN_OFF = 'Turn the flag off'

/** Finds the filters by which services say that it is over, of those whose signals have such a path. */
export function resetsFor(paths: readonly string[]): ActionFilters[] {
  const byPaths = new Map<string, ActionFilters>()
  for (const { reset } of SIGNAL_RECIPES) {
    const own = Object.keys(reset ?? {})
    if (reset && own.every((path) => paths.includes(path))) byPaths.set(own.join(), reset)
  }
  return [...byPaths.values()]
}

/** Services with recipes, in the order in which they are offered. */
export const SIGNAL_RECIPES: readonly SignalRecipe[] = [
  {
    id: 'grafana',
    label: 'Grafana',
    endpoint: 'grafana',
    proof: 'token',
    steps: [
      'Alerting, Contact points: add one of the type Webhook.',
      'URL: the address below. HTTP method: POST.',
      'Authorization header: scheme Bearer, credentials: the token above.',
    ],
    filters: { status: equals('firing') },
    reset: { status: equals('resolved') },
    suggestion: `${TURN_OFF} when an alert fires.`,
  },
  {
    id: 'alertmanager',
    label: 'Prometheus Alertmanager',
    endpoint: 'alertmanager',
    proof: 'token',
    steps: [
      'Add a receiver with webhook_configs: url is the address below.',
      'In its http_config, authorization: type Bearer, credentials: the token above.',
      'Send the alerts of your flags there, by a route.',
    ],
    filters: { status: equals('firing'), 'commonLabels.severity': equals('critical') },
    reset: { status: equals('resolved') },
    suggestion: `${TURN_OFF} when a critical alert fires.`,
  },
  {
    id: 'github',
    label: 'GitHub',
    endpoint: 'github',
    proof: 'signature',
    steps: [
      'Settings of the repository, Webhooks: add one with the address below as Payload URL.',
      'Content type: application/json. Secret: the signing secret above.',
      'Choose single events, such as Workflow runs.',
    ],
    filters: { action: equals('completed'), 'workflow_run.conclusion': equals('failure') },
    suggestion: `${TURN_OFF} when a workflow fails.`,
  },
  {
    id: 'gitlab',
    label: 'GitLab',
    endpoint: 'gitlab',
    proof: 'token',
    steps: [
      'Settings of the project, Webhooks: add one with the address below as URL.',
      'Secret token: the token above.',
      'Choose the triggers, such as Pipeline events.',
    ],
    filters: { object_kind: equals('pipeline'), 'object_attributes.status': equals('failed') },
    suggestion: `${TURN_OFF} when a pipeline fails.`,
  },
  {
    id: 'sentry',
    label: 'Sentry',
    endpoint: 'sentry',
    proof: 'sender',
    steps: [
      'Settings, Custom Integrations: create an internal integration with the address below as Webhook URL.',
      'Turn on Alert Rule Action, and add the integration as an action of your alert rule.',
      'Copy the Client Secret of the integration into the field below.',
    ],
    filters: { action: equals('triggered') },
    suggestion: `${TURN_OFF} when an alert rule is triggered.`,
  },
  {
    id: 'datadog',
    label: 'Datadog',
    endpoint: 'datadog',
    proof: 'token',
    steps: [
      'Integrations, Webhooks: add one with the address below as URL.',
      'Custom headers: {"Authorization": "Bearer <the token above>"}.',
      'Add "transition": "$ALERT_TRANSITION" to the payload, and @webhook-<name> to the message of your monitor.',
    ],
    filters: { transition: equals('Triggered') },
    reset: { transition: equals('Recovered') },
    suggestion: `${TURN_OFF} when a monitor is triggered.`,
  },
  {
    id: 'pagerduty',
    label: 'PagerDuty',
    endpoint: 'pagerduty',
    proof: 'sender',
    steps: [
      'Integrations, Generic Webhooks (v3): add one with the address below as Webhook URL.',
      'Choose the events, such as incident.triggered.',
      'PagerDuty shows the secret of the webhook once: copy it into the field below.',
    ],
    filters: { 'event.event_type': equals('incident.triggered') },
    reset: { 'event.event_type': equals('incident.resolved') },
    suggestion: `${TURN_OFF} when an incident is triggered.`,
  },
  {
    id: 'standard-webhooks',
    label: 'Standard Webhooks',
    endpoint: 'webhooks',
    proof: 'sender',
    steps: [
      'For senders that follow Standard Webhooks: add an endpoint or a webhook with the address below as URL.',
      'Choose the types of its events.',
      'Copy the signing secret (whsec_…) or the public key (whpk_…) into the field below.',
    ],
    filters: { type: equals('error_rate.exceeded') },
    suggestion: `${TURN_OFF} when an error rate is exceeded.`,
  },
]
