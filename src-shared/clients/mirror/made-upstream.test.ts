import { expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { isMadeUpstream } from './made-upstream.ts'

it('every change of flags that an approval could be wanted for is made upstream, but overrides', () => {
  const controlled = OPERATIONS.filter(({ changeControl }) => changeControl !== undefined)
  expect(controlled.length).toBeGreaterThan(30)
  const here = controlled.filter((operation) => !isMadeUpstream(operation))
  expect(here.map(({ operationId }) => operationId).sort()).toEqual(['removeOverride', 'setOverride'])
})

it('what is read, and what belongs to people, stays here', () => {
  const here = [
    'exportFeatures',
    'validateFeature',
    'getPlayground',
    'addFavoriteFeature',
    'createApiToken',
    'createUser',
  ]
  const found = OPERATIONS.filter(({ operationId }) => here.includes(operationId))
  expect(found).toHaveLength(here.length)
  expect(found.filter(isMadeUpstream)).toEqual([])
  const there = OPERATIONS.filter(({ operationId }) =>
    ['createProject', 'createSegment', 'importFeatures', 'applyScenario', 'removeEnvironment'].includes(
      operationId,
    ),
  )
  expect(there.filter((operation) => !isMadeUpstream(operation))).toEqual([])
})
