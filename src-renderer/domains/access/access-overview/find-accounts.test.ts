import { expect, it } from 'vitest'

import type { ListedAccount } from '#shared/access/schemas/access-overview.ts'
import { accountName } from './find-accounts.ts'

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

it('an account is shown by its name, else its e-mail address, else its id', () => {
  expect([ann, { ...nameless, userEmail: 'x@y.z' }, nameless].map(accountName)).toEqual(['Ann', 'x@y.z', '3'])
})
