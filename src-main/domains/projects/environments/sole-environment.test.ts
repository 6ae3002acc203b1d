import { expect, it } from 'vitest'

import { soleEnvironmentOf } from './sole-environment.ts'

const env = (name: string, type: string, enabled = true) => ({ name, type, enabled })

it.each([
  [
    'the first of type production',
    [env('dev', 'development'), env('eu', 'production'), env('us', 'production')],
    'eu',
  ],
  [
    'no disabled one',
    [env('dev', 'development'), env('eu', 'production', false), env('us', 'production')],
    'us',
  ],
  ['the first, where none is of that type', [env('test', 'test'), env('dev', 'development')], 'test'],
  ['the `default` of old before all', [env('eu', 'production'), env('default', 'test')], 'default'],
  ['not a disabled `default`', [env('default', 'production', false), env('dev', 'development')], 'dev'],
  ['a disabled one, where all are', [env('dev', 'development', false), env('eu', 'production', false)], 'eu'],
  ['none, where there is none', [], undefined],
])('versions without environments have %s', (_words, environments, name) => {
  expect(soleEnvironmentOf(environments)).toBe(name)
})
