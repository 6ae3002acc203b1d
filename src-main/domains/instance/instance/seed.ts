/**
 * Content of a new instance (docs/contract/projects.md#environments, docs/contract/flags.md#life-cycle,
 * docs/contract/flags.md#context-fields, docs/contract/flags.md#tags, docs/contract/flags.md#strategy-types).
 */
export const ENVIRONMENTS = [
  { name: 'development', type: 'development', sortOrder: 1 },
  { name: 'production', type: 'production', sortOrder: 2 },
]

export const DEFAULT_PROJECT = { id: 'default', name: 'Default', description: 'Default project' }

export const FEATURE_TYPES = [
  {
    id: 'release',
    name: 'Release',
    description: 'Release feature flags are used to release new features.',
    lifetimeDays: 40,
  },
  {
    id: 'experiment',
    name: 'Experiment',
    description:
      'Experiment feature flags are used to test and verify multiple different versions of a feature.',
    lifetimeDays: 40,
  },
  {
    id: 'operational',
    name: 'Operational',
    description: 'Operational feature flags are used to control aspects of a rollout.',
    lifetimeDays: 7,
  },
  {
    id: 'kill-switch',
    name: 'Kill switch',
    description:
      'Kill switch feature flags are used to quickly turn on or off critical functionality in your system.',
    lifetimeDays: null,
  },
  {
    id: 'permission',
    name: 'Permission',
    description: 'Permission feature flags are used to control permissions in your system.',
    lifetimeDays: null,
  },
  {
    // since version 8: instances that answer as an earlier version leave it out (adaptations/flag-types.ts)
    id: 'sunset',
    name: 'Sunset',
    description: 'Sunset feature flags are used to phase out a feature.',
    lifetimeDays: 90,
  },
]

const parameter = (name: string, type: string, description: string, required = false) => ({
  name,
  type,
  description,
  required,
})

export const STRATEGY_TYPES = [
  {
    name: 'default',
    displayName: 'Standard',
    title: null,
    description: 'On for everybody whom constraints and segments let through.',
    parameters: [],
  },
  {
    name: 'flexibleRollout',
    displayName: 'Gradual rollout',
    title: null,
    description: 'Roll out to a percentage of your users; each keeps seeing the same on every visit.',
    parameters: [
      parameter('rollout', 'percentage', 'How many users get it, in percent.', true),
      parameter('stickiness', 'string', 'The context field that decides who is the same user.', true),
      parameter('groupId', 'string', 'Flags of one group are on for the same users.', true),
    ],
  },
  {
    name: 'remoteAddress',
    displayName: 'IPs',
    title: null,
    description: 'On for remote addresses that you name.',
    parameters: [parameter('IPs', 'list', 'IP addresses and ranges in CIDR notation.', true)],
  },
  {
    name: 'applicationHostname',
    displayName: 'Hosts',
    title: null,
    description: 'On for instances of the application on hosts that you name.',
    parameters: [parameter('hostNames', 'list', 'Host names.')],
  },
]

export const CONTEXT_FIELDS = [
  {
    name: 'environment',
    description: 'Allows you to constrain on application environment',
    stickiness: false,
  },
  { name: 'userId', description: 'Allows you to constrain on userId', stickiness: false },
  { name: 'appName', description: 'Allows you to constrain on application name', stickiness: false },
  { name: 'currentTime', description: 'Allows you to constrain on date values', stickiness: false },
  { name: 'sessionId', description: 'Allows you to constrain on sessionId', stickiness: true },
]

export const TAG_TYPE = {
  name: 'simple',
  description: 'Used to simplify filtering of features',
  icon: '#',
  color: '#FFFFFF',
}
