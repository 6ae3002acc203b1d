import { expect, it } from 'vitest'

import { inSteps, mostAsked } from './environment-order.ts'

const environment = (name: string, type: string, enabled = true) => ({ name, type, enabled })

it('environments are in the order of a rollout, those of one type as they came', () => {
  const given = [
    environment('live', 'production'),
    environment('staging', 'preproduction'),
    environment('odd', 'sandbox'),
    environment('qa', 'test'),
    environment('dev', 'development'),
    environment('dev2', 'development'),
  ]
  expect(inSteps(given).map(({ name }) => name)).toEqual(['dev', 'dev2', 'qa', 'staging', 'odd', 'live'])
})

it('the environment asked about is the last that is enabled, or else the last', () => {
  const dev = environment('dev', 'development')
  expect(mostAsked([dev, environment('live', 'production')])).toBe('live')
  expect(mostAsked([dev, environment('live', 'production', false)])).toBe('dev')
  expect(
    mostAsked([environment('dev', 'development', false), environment('live', 'production', false)]),
  ).toBe('live')
  expect(mostAsked([])).toBe('')
})
