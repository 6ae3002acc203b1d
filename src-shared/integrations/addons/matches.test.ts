import { expect, it } from 'vitest'

import { matchesAddon } from './matches.ts'

const place = { project: 'p', environment: 'e' }
const nowhere = { project: null, environment: null }

it.each<[string[], string[], { project: string | null; environment: string | null }, boolean]>([
  [[], [], place, true],
  [['*'], ['*'], place, true],
  [['p'], ['e'], place, true],
  [['other', 'p'], [], place, true],
  [['other'], [], place, false],
  [['other', '*'], [], place, true],
  [[], ['other'], place, false],
  [['p'], ['other'], place, false],
  [['other'], ['other'], nowhere, true],
  [['other'], ['e'], { ...place, project: null }, true],
  [['p'], ['other'], { ...place, environment: null }, true],
])('projects %j, environments %j: %j matches: %s', (projects, environments, where, expected) => {
  const filter = { events: ['feature-created'], projects, environments }
  expect(matchesAddon(filter, { type: 'feature-created', ...where })).toBe(expected)
  expect(matchesAddon(filter, { type: 'feature-archived', ...where })).toBe(false)
})
