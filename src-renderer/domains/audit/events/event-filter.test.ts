import { expect, it } from 'vitest'

import { searchEvents } from '#shared/audit/contract/events.ts'
import { toEventQuery } from './event-filter.ts'

const none = { id: '', type: '', user: '', project: '', from: '', to: '' }

it('the filters of the event log become a query that the search accepts', () => {
  const filters = {
    id: '7',
    type: 'feature-created',
    user: '-1337',
    project: 'default',
    from: '2026-11-01',
    to: '2026-11-22',
  }
  const query = toEventQuery(' pay ', filters)
  expect(query).toEqual({
    query: 'pay',
    id: 'IS:7',
    type: 'IS:feature-created',
    createdBy: 'IS:-1337',
    project: 'IS:default',
    from: 'IS:2026-11-01',
    to: 'IS:2026-11-22',
  })
  expect(searchEvents.query.safeParse(query).success).toBe(true)
})

it('a filter in a link that the search would reject is left out', () => {
  expect(toEventQuery('', { ...none, user: 'ann', from: 'yesterday', to: '2026-1-1' })).toEqual({})
})
