import { expect, it } from 'vitest'

import { CHANGE_REQUEST_STATES } from '#shared/changes/change-requests/index.ts'
import { previewRows } from './preview-rows.ts'
import {
  approvalsInWords,
  fromFound,
  fromRequest,
  isShown,
  stateFilter,
  stateIn,
  touchesInWords,
} from './request-words.ts'
import { timeZone } from '#ui/figures.ts'
import { nextHour, timeInZone, toInstant, toLocalInput } from './schedule-time.ts'
import { TRANSITION_WORDS } from './transition-words.ts'

const head = {
  id: 7,
  title: 'Dark mode',
  project: 'shop',
  environment: 'production',
  state: 'In review' as const,
  createdBy: { id: 1, username: 'ada', imageUrl: '' },
  createdAt: '2026-11-21T12:00:00.000Z',
}
const listed = {
  id: 7,
  title: 'Dark mode',
  project: 'shop',
  environment: 'production',
  state: 'In review',
  author: 'ada',
  createdAt: head.createdAt,
  schedule: undefined,
  touches: ['dark-mode', 'Beta'],
}

it('requests from all lists are shown in the same form', () => {
  expect(fromFound({ ...head, features: ['dark-mode'], segments: ['Beta'] })).toEqual(listed)
  const change = { id: 1, action: 'updateSegment', createdBy: head.createdBy, createdAt: head.createdAt }
  const request = {
    ...head,
    minApprovals: 2,
    features: [{ name: 'dark-mode', changes: [] }],
    segments: [{ ...change, name: 'Beta' }],
    approvals: [{ createdBy: head.createdBy, createdAt: head.createdAt }],
    rejections: [],
    comments: [],
    stateTimestamps: {},
  }
  expect(fromRequest(request)).toEqual({ ...listed, approvals: { given: 1, needed: 2 } })
})

it('a request names what it changes and its approvals', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c', 'd']].map(touchesInWords)).toEqual([
    'nothing yet',
    'a',
    'a, b',
    'a, b and 2 more',
  ])
  expect(approvalsInWords({ given: 0, needed: 1 })).toBe('0 of 1 approval')
  expect(approvalsInWords({ given: 1, needed: 2 })).toBe('1 of 2 approvals')
  expect(approvalsInWords({ given: 0, needed: 0 })).toBe('needs no approval')
})

it.each<[string, readonly string[]]>([
  ['open', ['Draft', 'In review', 'Approved', 'Scheduled']],
  ['closed', ['Applied', 'Rejected', 'Cancelled']],
  ['all', CHANGE_REQUEST_STATES],
  ['Approved', ['Approved']],
])('%s shows %j', (filter, states) => {
  expect(CHANGE_REQUEST_STATES.filter((state) => isShown(state, filter))).toEqual(states)
})

it('a time is entered in the zone of this computer, and sent as an instant', () => {
  const at = new Date('2026-11-21T18:30:00.000Z')
  expect(toInstant(toLocalInput(at))).toBe(at.toISOString())
  expect([toInstant(''), toInstant('never')]).toEqual([undefined, undefined])
  expect(timeInZone(at.toISOString())).toContain(timeZone())
})

it.each([
  ['2026-11-21T18:30:00.000Z', '2026-11-21T19:00:00.000Z'],
  ['2026-11-21T18:57:00.000Z', '2026-11-21T20:00:00.000Z'],
  ['2026-11-21T18:00:00.000Z', '2026-11-21T19:00:00.000Z'],
])('at %s the user is offered %s', (now, offered) => {
  expect(nextHour(new Date(now)).toISOString()).toBe(offered)
})

it('a note says when more approvals are needed', () => {
  const { done } = TRANSITION_WORDS.Approved(head)
  expect([done('In review'), done('Approved')]).toEqual([
    'Approved by you. More approvals are needed.',
    'Approved',
  ])
  expect(TRANSITION_WORDS.Scheduled({ ...head, state: 'Scheduled' }).action).toBe('Reschedule')
  expect(TRANSITION_WORDS.Scheduled({ ...head, state: 'Approved' }).action).toBe('Schedule')
})

it('a preview shows what the request changes, and which other results differ', () => {
  const outcome = (
    name: string,
    isEnabled: boolean,
    variant = '',
    result: boolean | 'unknown' = isEnabled,
  ) => ({
    name,
    isEnabled,
    variant: { name: variant || 'disabled', enabled: variant !== '', feature_enabled: isEnabled },
    strategies: { result, data: [] },
  })
  const before = [
    outcome('child', false),
    outcome('mine', true),
    outcome('other', true),
    outcome('gone', true),
  ]
  const after = [outcome('child', true, 'blue'), outcome('mine', true), outcome('other', true)]
  expect(previewRows(before, after, ['mine'])).toEqual([
    { name: 'child', before: 'off', after: 'on as blue', differs: true },
    { name: 'gone', before: 'on', after: 'not there', differs: true },
    { name: 'mine', before: 'on', after: 'on', differs: false },
  ])
  expect(previewRows([outcome('a', false, '', 'unknown')], [outcome('a', false)], [])).toMatchObject([
    { before: 'unknown', after: 'off' },
  ])
})

it('the filter by state begins with open requests, and taking it off shows all', () => {
  const chosen: Partial<Record<'state', string>>[] = []
  const listIn = (state: string) => ({
    filters: { state },
    filter: (change: Partial<Record<'state', string>>) => void chosen.push(change),
  })
  expect(stateFilter(listIn(''))).toMatchObject({ label: 'State', value: 'open' })
  expect(stateFilter(listIn('closed')).value).toBe('closed')
  stateFilter(listIn('')).set('')
  expect(chosen).toEqual([{ state: 'all' }])
  expect(stateFilter(listIn('all')).value).toBe('')
  expect(stateIn(listIn('all'))).toBe('all')
})
