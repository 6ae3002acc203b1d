import { describe, expect, it } from 'vitest'

import { SCENARIO_ITEMS } from '#shared/transfer/schemas/scenario.ts'
import { isChance } from './chance.ts'

const flagWith = (name: string, state: object, more: object = {}) =>
  SCENARIO_ITEMS.flags.parse({ name, environments: { qa: { enabled: true, ...state } }, ...more })
const rollout = (parameters: Record<string, string | number>, more: object = {}) => ({
  strategies: [{ name: 'flexibleRollout', parameters, ...more }],
})
const two = (stickiness: string) =>
  ['red', 'blue'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness }))
const user = { userId: '7' }

describe('an answer by chance', () => {
  it.each([
    ['a share of requests', rollout({ rollout: 50, stickiness: 'random' }), user, true],
    ['a share of users', rollout({ rollout: 50, stickiness: 'userId' }), user, false],
    ['a share of users, for nobody', rollout({ rollout: 50, stickiness: 'userId' }), {}, false],
    ['a share of whoever there is', rollout({ rollout: 50 }), { sessionId: '7' }, false],
    ['a share of whoever there is, for nobody', rollout({ rollout: 50 }), {}, true],
    ['all requests', rollout({ rollout: 100, stickiness: 'random' }), user, false],
    ['no request', rollout({ rollout: 0, stickiness: 'random' }), user, false],
    [
      'a share of requests of old',
      { strategies: [{ name: 'gradualRolloutRandom', parameters: { percentage: 5 } }] },
      user,
      true,
    ],
    ['variants drawn anew', rollout({ rollout: 100 }, { variants: two('random') }), user, true],
    ['variants by a field', rollout({ rollout: 100 }, { variants: two('seat') }), { seat: 'a' }, false],
    ['variants by a field that lacks', rollout({ rollout: 100 }, { variants: two('seat') }), user, true],
    [
      'variants of a strategy that is off without the field',
      rollout({ rollout: 100, stickiness: 'seat' }, { variants: two('seat') }),
      user,
      false,
    ],
    ['one variant', rollout({ rollout: 100 }, { variants: two('random').slice(1) }), user, false],
    ['variants of the flag drawn anew', { variants: two('random') }, user, true],
  ])('%s', (_name, state, context, expected) => {
    const flag = flagWith('checkout', state)
    expect(isChance(flag, { environment: 'qa', context }, () => undefined)).toBe(expected)
    expect(isChance(flag, { environment: 'live', context }, () => undefined)).toBe(false)
    const child = flagWith('child', {}, { dependencies: [{ feature: 'checkout' }] })
    expect(isChance(child, { environment: 'qa', context }, () => flag)).toBe(expected)
  })
})
