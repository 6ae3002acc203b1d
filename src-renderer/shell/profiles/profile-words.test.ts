import { expect, it } from 'vitest'

import { PROFILE } from '#lib/answer-as-app.ts'
import { changesOf, countdownWords, dataOf, stateOf } from './profile-words.ts'

const url = 'https://flags.example.com'
const local = {
  ...PROFILE,
  kind: 'local',
  folder: '/data',
  port: 'auto',
  usesPostgres: false,
  copiedFrom: null,
  mirrorOf: null,
} as const
const copiedFrom = { name: 'Live', url, copiedAt: '2026-01-01T00:00:00.000Z', isWhole: true }

it.each([
  ['runs', { ...local, url: 'http://localhost:1' }, 'http://localhost:1', '/data'],
  ['does not run', { ...local, url: null, usesPostgres: true }, 'stopped', 'PostgreSQL, and /data'],
  ['is a mirror', { ...local, url: null, mirrorOf: url }, 'stopped', `mirror of ${url}, in /data`],
  ['is a copy', { ...local, url: null, copiedFrom }, 'stopped', 'copy of Live, in /data'],
  ['is another Halyard', { ...PROFILE, kind: 'remote' as const, url }, url, 'there'],
  ['is another service', { ...PROFILE, kind: 'original' as const, url }, url, 'there'],
])('a profile that %s says where it is and where its data are', (_what, profile, state, data) => {
  expect([stateOf(profile), dataOf(profile)]).toEqual([state, data])
})

it.each([
  ['off', true, ''],
  ['on', false, 'read-only'],
  ['production', true, 'allowed'],
] as const)('safe mode that is %s says what windows may do', (safeMode, allowsChanges, words) => {
  expect(changesOf({ ...PROFILE, kind: 'remote', url, safeMode, allowsChanges })).toBe(words)
})

it.each([
  [15 * 60_000, '15 min'],
  [14 * 60_000 + 1, '15 min'],
  [60_001, '2 min'],
  [60_000, '60 s'],
  [999, '1 s'],
  [-5, '0 s'],
])('%d ms are told as %s', (milliseconds, words) => expect(countdownWords(milliseconds)).toBe(words))
