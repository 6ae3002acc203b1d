import { expect, it } from 'vitest'

import { namesIn, partInWords } from './part-words.ts'

it.each([
  [['flag', 'checkout'], 'Flag checkout'],
  [['flag', 'checkout', 'env', 'production', 'enabled'], 'Flag checkout: enabled in production'],
  [['flag', 'checkout', 'env', 'dev', 'strategy', '01ABCDEF'], 'Flag checkout: strategy ABCDEF in dev'],
  [
    ['flag', 'checkout', 'env', 'dev', 'strategy', '01ABCDEF', 'place'],
    'Flag checkout: place of strategy ABCDEF in dev',
  ],
  [['flag', 'checkout', 'parent', 'other'], 'Flag checkout: dependency on other'],
  [['project', 'shop', 'code-folders'], 'Project shop: code folders'],
  [['project', 'shop', 'access', 'user', '3'], 'Project shop: roles of user 3'],
  [['segment', '3'], 'Segment 3'],
])('the part %j is called %s', (path, words) => {
  expect(partInWords(path)).toBe(words)
})

it.each([
  [['segment', '3'], 'Segment Beta users'],
  [['segment', '4'], 'Segment 4'],
  [['project', 'shop', 'access', 'user', '3'], 'Project The shop: roles of user Ann'],
  [['project', 'shop', 'access', 'group', '3'], 'Project The shop: roles of group 3'],
])('the part %j is called %s where names are known', (path, words) => {
  const names = namesIn({
    segment: [{ id: 3, name: 'Beta users' }],
    project: [{ id: 'shop', name: 'The shop' }],
    user: [{ id: 3, name: 'Ann' }],
    group: undefined,
  })
  expect(partInWords(path, names)).toBe(words)
})
