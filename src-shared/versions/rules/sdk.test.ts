import { expect, it } from 'vitest'

import { namesSdk, readSdk } from './sdk.ts'

it.each([
  ['unleash-client-node:6.1.0', 'unleash-client-node', '6.1.0'],
  ['unleash-js@3.7.0', 'unleash-js', '3.7.0'],
  ['UnleashClientRuby/4.4.1', 'UnleashClientRuby', '4.4.1'],
  ['@company/flags@v1.2', '@company/flags', '1.2.0'],
  ['a:10', 'a', '10.0.0'],
  ['a.b-c:1.2.3.4', 'a.b-c', '1.2.3'],
])('%s names %s in version %s', (text, name, version) => {
  expect(readSdk(text)).toEqual({ name, version })
  expect(namesSdk(text)).toBe(true)
})

it.each([
  '',
  'unleash-client-node',
  'unleash-client-node:',
  'a:latest',
  '1a:1',
  ':1.0.0',
  'see a:1',
  '@company/:1',
])('"%s" names no SDK and version', (text) => {
  expect(readSdk(text)).toBeUndefined()
  expect(namesSdk(text)).toBe(false)
})

it('what is remembered of one text does not decide about another, however many come', () => {
  const texts = Array.from({ length: 500 }, (_, n) => (n % 3 === 0 ? `sdk-${n}` : `sdk-${n}:1.${n}`))
  const answers = () => texts.map(namesSdk)
  expect(answers()).toEqual(texts.map((_, n) => n % 3 !== 0))
  expect(answers()).toEqual(texts.map((_, n) => n % 3 !== 0))
})
