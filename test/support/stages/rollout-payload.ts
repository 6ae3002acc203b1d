/** Builds the payload of a gradual rollout of the flag dark-mode. */
export const rollout = (percent: number, more: object = {}) => ({
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  constraints: [],
  parameters: { rollout: String(percent), stickiness: 'default', groupId: 'dark-mode' },
  variants: [],
  segments: [],
  ...more,
})
