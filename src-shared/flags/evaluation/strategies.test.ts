import { expect, it } from 'vitest'

import { isStandardStrategy } from './strategies.ts'

it.each([
  ...['default', 'userWithId', 'flexibleRollout', 'remoteAddress', 'applicationHostname'],
  ...['gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom'],
])("ux 32: %s is an SDK's own strategy, not an unknown one", (name) => {
  expect(isStandardStrategy(name)).toBe(true)
})

it.each(['storeIds', 'constructor', ''])('ux 32: "%s" is not a strategy of SDKs', (name) => {
  expect(isStandardStrategy(name)).toBe(false)
})
