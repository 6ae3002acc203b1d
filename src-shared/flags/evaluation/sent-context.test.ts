import { expect, it } from 'vitest'

import { environmentOf, presentFields } from './sent-context.ts'

it('fields that are null or undefined count as absent; other empty values do not', () => {
  const sent = { userId: null, sessionId: undefined, appName: '', age: 0, beta: false, country: 'no' }
  expect(Object.entries(presentFields(sent))).toEqual([
    ['appName', ''],
    ['age', 0],
    ['beta', false],
    ['country', 'no'],
  ])
})

it.each([
  ["the context's own", { environment: 'own' }, 'own'],
  ['the configured one where the context has none', {}, 'configured'],
  ['the configured one where it is empty', { environment: '' }, 'configured'],
  ['the configured one where it is no text', { environment: 7 }, 'configured'],
])('the environment that constraints compare is %s', (_what, sent, environment) => {
  expect(environmentOf(sent, 'configured')).toBe(environment)
})
