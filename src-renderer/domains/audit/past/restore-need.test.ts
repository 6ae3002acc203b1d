import { afterEach, expect, it } from 'vitest'

import { refusalOf, rights } from '#lib/rights.svelte.ts'
import { restoreNeed } from './restore-need.ts'

afterEach(() => rights.setHeld(undefined))

it.each([
  [['flag', 'a', 'env', 'production', 'enabled'], 'UPDATE_FEATURE_ENVIRONMENT'],
  [['flag', 'a', 'env', 'production', 'variants'], 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS'],
  [['flag', 'a', 'settings'], 'UPDATE_FEATURE'],
  [['segment', '1'], 'UPDATE_SEGMENT'],
  [['project', 'shop', 'access', 'user', '1'], 'UPDATE_PROJECT'],
])('restoring %j needs the permissions of its operation', (path, permission) => {
  rights.setHeld({ permissions: [] })
  expect(refusalOf(restoreNeed(path))).toContain('Needs')
  rights.setHeld({ permissions: [{ permission, project: 'shop', environment: 'production' }] })
  expect(refusalOf(restoreNeed(path))).toBeUndefined()
})
