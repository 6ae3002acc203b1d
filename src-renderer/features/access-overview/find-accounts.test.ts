import { expect, it } from 'vitest'

import type { ListedAccount } from '../../../src-shared/schemas/access-overview.ts'
import { findAccounts, whoIs } from './find-accounts.ts'

const ann: ListedAccount = {
  userId: 2,
  userName: 'Ann',
  userEmail: 'ann@example.com',
  accountType: 'User',
  rootRole: 'Viewer',
  groups: ['Release managers'],
  accessibleProjects: ['shop'],
  createdAt: '2026-11-21T12:00:00.000Z',
  lastSeen: null,
}
const { userName: _userName, ...nameless } = { ...ann, userId: 3, userEmail: '', groups: [] }

it.each([
  ['', [2, 3]],
  ['ANN@', [2]],
  ['release', [2]],
  ['shop', [2, 3]],
  ['viewer', [2, 3]],
  ['nobody', []],
])('%j finds %j', (text, ids) => {
  expect(findAccounts([ann, nameless], text).map((one) => one.userId)).toEqual(ids)
})

it('an account is called by what it has', () => {
  expect([ann, { ...nameless, userEmail: 'x@y.z' }, nameless].map(whoIs)).toEqual(['Ann', 'x@y.z', '3'])
})
