import { expect, it } from 'vitest'

import { accessRows, type Holders } from './access-rows.ts'

const addedAt = '2026-11-21T12:00:00.000Z'
const held = { addedAt, roleId: 4, roles: [4] }
const access = {
  users: [
    { id: 2, name: 'Ann Lee', username: 'ann', imageUrl: '', accountType: 'User', ...held },
    { id: 3, email: 'bob@example.com', imageUrl: '', accountType: 'User', ...held, roles: [4, 5] },
    { id: 4, username: 'robot', imageUrl: '', accountType: 'Service Account', ...held },
  ],
  groups: [{ id: 2, name: 'Ops', users: [], ...held }],
} satisfies Holders
const rows = accessRows(access)

it('users and groups form one list, each with a distinguishing detail', () => {
  expect(rows.map(({ key, name, note, kindLabel }) => [key, name, note, kindLabel])).toEqual([
    ['group 2', 'Ops', '0 members', 'Group'],
    ['user 2', 'Ann Lee', 'ann', 'User'],
    ['user 3', 'bob@example.com', '', 'User'],
    ['user 4', 'robot', '', 'Service account'],
  ])
})
