import { expect, it } from 'vitest'

import { comparedRollouts, triedValues } from './rollout-positions.ts'

it('a tried rollout is compared with the usual shares, each once', () => {
  expect(comparedRollouts(30)).toEqual([10, 25, 30, 50])
  expect(comparedRollouts(25)).toEqual([10, 25, 50])
  expect(comparedRollouts(0)).toEqual([0, 10, 25, 50])
})

it('tried values have the positions of the SDKs, the earliest first', () => {
  expect(triedValues('gr1', ['123'])).toEqual([{ value: '123', from: 73 }])
  expect(triedValues('groupX', ['999'])).toEqual([{ value: '999', from: 25 }])
  expect(triedValues('gr1', ['123', '999']).map(({ value }) => value)).toEqual(['999', '123'])
})
