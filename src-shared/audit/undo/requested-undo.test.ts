import { expect, it } from 'vitest'

import { RequestedChanges } from '../../changes/schemas/requested-change.ts'
import type { PartChange } from './part.ts'
import { requestedUndo } from './requested-undo.ts'

const at = (...rest: string[]) => ['flag', 'a', 'env', 'production', ...rest]
const strategy = {
  name: 'default',
  title: 'x',
  disabled: false,
  constraints: [],
  parameters: {},
  segments: [],
}

it('makes the changes of a request, enabling last, and they are valid', () => {
  const changes: PartChange[] = [
    { path: at('enabled'), before: false, after: true },
    { path: at('variants'), before: [], after: undefined },
    { path: at('strategy', 'gone'), before: undefined, after: strategy },
    { path: at('strategy', 'gone', 'place'), before: undefined, after: 1 },
    { path: at('strategy', 'new'), before: strategy, after: undefined },
    { path: at('strategy', 'kept'), before: strategy, after: { ...strategy, title: 'y' } },
    { path: at('strategy', 'kept', 'place'), before: 2, after: 0 },
    { path: ['segment', '3'], before: { name: 's' }, after: { name: 't', constraints: [] } },
  ]
  const requested = requestedUndo(changes, 'production')
  expect(requested?.map(({ action }) => action)).toEqual([
    'patchVariant',
    'addStrategy',
    'deleteStrategy',
    'updateStrategy',
    'updateSegment',
    'reorderStrategy',
    'updateEnabled',
  ])
  expect(RequestedChanges.safeParse(requested).error).toBeUndefined()
})

it.each<[string, PartChange]>([
  ['another environment', { path: ['flag', 'a', 'env', 'dev', 'enabled'], before: true, after: false }],
  ['the settings of a flag', { path: ['flag', 'a', 'settings'], before: {}, after: {} }],
  ['a revival', { path: ['flag', 'a', 'archived'], before: true, after: false }],
  ['a deleted segment', { path: ['segment', '3'], before: undefined, after: { name: 's' } }],
  ['a role', { path: ['role', '3'], before: {}, after: {} }],
])('cannot request %s', (_what, change) => {
  expect(requestedUndo([change], 'production')).toBeUndefined()
})
