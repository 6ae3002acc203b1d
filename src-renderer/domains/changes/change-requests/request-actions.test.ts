import { describe, expect, it } from 'vitest'

import type { SignedInUser } from '#lib/me.ts'
import { actionsOf, hasConflicts, isEditable, isOwnAndOpen, partiesOf } from './request-actions.ts'

type Judged = Parameters<typeof actionsOf>[0]

const author = { id: 1, username: 'ada', imageUrl: '' }
const flag = { name: 'dark-mode', changes: [] }
const request = (state: Judged['state'], more: Partial<Judged> = {}): Judged => ({
  project: 'shop',
  environment: 'production',
  state,
  createdBy: author,
  approvals: [],
  features: [flag],
  segments: [],
  ...more,
})
const who = (id: number, ...permissions: string[]): SignedInUser => ({
  user: { id },
  permissions: permissions.map((permission) =>
    permission === 'ADMIN' ? { permission } : { permission, project: 'shop', environment: 'production' },
  ),
})
const ada = who(1)
const reviewer = who(2, 'APPROVE_CHANGE_REQUEST')
const applier = who(3, 'APPLY_CHANGE_REQUEST')
const admin = who(4, 'ADMIN')

/** Lists the label of each action, and the reason it is unavailable. */
const told = (judged: Judged, me: SignedInUser) => actionsOf(judged, me).map(({ label, why }) => [label, why])

describe('the actions offered for a change request', () => {
  it('follow its state and the role of the user', () => {
    expect(told(request('Draft'), ada)).toEqual([['Send to review', undefined]])
    expect(told(request('In review'), reviewer)).toEqual([
      ['Cancel request', 'Only for its author or an Admin.'],
      ['Reject', undefined],
      ['Approve', undefined],
    ])
    expect(told(request('Approved'), applier)).toEqual([
      ['Cancel request', 'Only for its author or an Admin.'],
      ['Reject', 'Only for users who may approve change requests in production.'],
      ['Schedule', undefined],
      ['Apply changes', undefined],
    ])
    expect(told(request('Scheduled'), ada)).toEqual([
      ['Reject', undefined],
      ['Reschedule', 'Only for users who may apply change requests in production.'],
      ['Apply now', 'Only for users who may apply change requests in production.'],
    ])
    for (const state of ['Applied', 'Rejected', 'Cancelled'] as const)
      expect(told(request(state), admin)).toEqual([])
  })

  it('exclude approving one’s own request, or approving twice; Admins may approve their own', () => {
    const approve = (judged: Judged, me: SignedInUser) => told(judged, me).at(-1)?.[1]
    expect(approve(request('In review'), who(1, 'APPROVE_CHANGE_REQUEST'))).toBe(
      'You can not approve your own change request',
    )
    expect(approve(request('In review'), who(1, 'ADMIN'))).toBeUndefined()
    const approvals = [{ createdBy: { id: 2, username: 'rita', imageUrl: '' }, createdAt: '' }]
    expect(approve(request('In review', { approvals }), reviewer)).toBe('You have already approved it.')
  })

  it('are none for an empty request, and exclude applying one in conflict', () => {
    expect(told(request('Draft', { features: [] }), ada)).toEqual([
      ['Send to review', 'It changes nothing yet.'],
    ])
    const features = [{ ...flag, conflict: 'The flag is archived.' }]
    const conflict = 'It has conflicts: the flags have changed in the meantime.'
    expect(told(request('Approved', { features }), applier).slice(2)).toEqual([
      ['Schedule', conflict],
      ['Apply changes', conflict],
    ])
  })
})

it('list conflicts of flags, of their changes, and of segments', () => {
  const change = { id: 1, action: 'x', createdBy: author, createdAt: '' }
  expect(hasConflicts(request('Draft', { features: [{ ...flag, changes: [change] }] }))).toBe(false)
  expect(
    hasConflicts(request('Draft', { features: [{ ...flag, changes: [{ ...change, conflict: 'gone' }] }] })),
  ).toBe(true)
  expect(hasConflicts(request('Draft', { segments: [{ ...change, name: 's', conflict: 'gone' }] }))).toBe(
    true,
  )
})

it('include editing for its author and Admins while it is open', () => {
  expect(partiesOf(admin, request('Draft'))).toEqual(['reviewer', 'applier', 'admin'])
  expect([ada, admin, reviewer].map((me) => isEditable(request('In review'), me))).toEqual([
    true,
    true,
    false,
  ])
  expect(isEditable(request('Scheduled'), ada)).toBe(false)
  expect(isOwnAndOpen(request('Scheduled'), ada)).toBe(true)
  expect(isOwnAndOpen(request('Applied'), ada)).toBe(false)
})
