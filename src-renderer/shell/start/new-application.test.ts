import { expect, it } from 'vitest'

import { newApplication } from './new-application.ts'

const app = (appName: string, updatedAt: string, project = 'shop') => ({
  appName,
  updatedAt,
  usage: [{ project }],
})

it.each([
  ['no application', [], [], undefined],
  ['one that was there before', [app('old', '1')], [app('old', '1')], undefined],
  ['one that has registered again', [app('old', '1')], [app('old', '2')], 'old'],
  ['a new one', [app('old', '1')], [app('old', '1'), app('new', '2')], 'new'],
  ['a new one of all projects', [], [app('new', '1', '*')], 'new'],
  ['a new one of another project', [], [app('new', '1', 'mobile')], undefined],
])('of %s, the new application is named', (_what, before, now, name) => {
  expect(newApplication(before, now, 'shop')).toBe(name)
})
