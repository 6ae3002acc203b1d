import { expect, it } from 'vitest'

import { dataOf, stateOf } from './profile-words.ts'

const facts = { id: 'p-00000001', name: 'Live', colour: 'red', icon: 'cloud' } as const
const windows = { isCurrent: false, isOpen: false, hasWindow: false }
const url = 'https://flags.example.com'
const local = {
  ...facts,
  ...windows,
  kind: 'local',
  folder: '/data',
  port: 'auto',
  usesPostgres: false,
} as const
const original = { ...facts, ...windows, kind: 'original', url } as const

it.each([
  ['runs', { ...local, url: 'http://localhost:1' }, 'http://localhost:1', '/data'],
  ['does not run', { ...local, url: null, usesPostgres: true }, 'stopped', 'PostgreSQL, and /data'],
  ['is another Halyard', { ...original, kind: 'remote' as const }, url, url],
  ['may only be read', { ...original, allowsChanges: false }, url, 'there, read-only'],
  ['may be changed', { ...original, allowsChanges: true }, url, 'there, changes allowed'],
])('a profile that %s says where it is and where its data are', (_what, profile, state, data) => {
  expect([stateOf(profile), dataOf(profile)]).toEqual([state, data])
})
