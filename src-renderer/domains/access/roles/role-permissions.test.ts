import { describe, expect, it } from 'vitest'

import {
  compareRoles,
  describePermissions,
  fromKey,
  groupLines,
  keyOf,
  permissionGroups,
  toItems,
  toLines,
} from './role-permissions.ts'
import { isUsed, useInShort, useInWords } from './role-words.ts'

const ON = 'UPDATE_FEATURE_ENVIRONMENT'

describe('the permissions of a role', () => {
  it.each([
    ['CREATE_FEATURE', undefined],
    [ON, 'production'],
    [ON, 'a@b'],
  ] as const)('%s in %s has one key, which reads back', (name, environment) => {
    expect(fromKey(keyOf(name, environment))).toEqual({ name, ...(environment ? { environment } : {}) })
  })

  it('are sent in the order of the catalogue', () => {
    expect(toItems([keyOf(ON, 'production'), 'UPDATE_PROJECT', 'CREATE_FEATURE'])).toEqual([
      { name: 'CREATE_FEATURE' },
      { name: 'UPDATE_PROJECT' },
      { name: ON, environment: 'production' },
    ])
  })

  it('are read one per line, with their environments', () => {
    expect(toLines([keyOf(ON, 'development'), 'DELETE_PROJECT', keyOf(ON, 'production')])).toEqual([
      { name: 'DELETE_PROJECT', displayName: 'Delete project', environments: [] },
      { name: ON, displayName: 'Enable/disable flags', environments: ['development', 'production'] },
    ])
  })

  it('are read under the headings that the editor has', () => {
    const lines = toLines(['CREATE_ADDON', 'READ_CLIENT_API_TOKEN', 'CREATE_CLIENT_API_TOKEN'])
    const groups = groupLines(lines)
    expect(groups.map(({ label, lines: held }) => [label, held.length])).toEqual([
      ['API tokens', 2],
      ['Integrations', 1],
    ])
    expect(groups.flatMap((one) => one.lines)).toHaveLength(lines.length)
  })

  it('are listed in the groups of the document, without those that no custom role can hold', () => {
    const root = permissionGroups('root')
    expect(root.map((one) => one.label).slice(0, 3)).toEqual(['API tokens', 'Applications', 'Authentication'])
    expect(root.flatMap((one) => one.permissions.map(({ name }) => name))).not.toContain('ADMIN')
    const projects = permissionGroups('project').find((one) => one.label === 'Projects')
    expect(projects?.permissions.filter((one) => one.isInUpdateProject)).toHaveLength(6)
    expect(permissionGroups('environment')[0]?.permissions).toHaveLength(8)
  })

  it('are found by their description, their name and their group', () => {
    const found = (text: string) =>
      permissionGroups('root', text).flatMap((one) => one.permissions.map(({ name }) => name))
    expect(found(' edit segments ')).toEqual(['UPDATE_SEGMENT'])
    expect(found('READ_ROLE')).toEqual(['READ_ROLE'])
    expect(found('integrations')).toEqual(['CREATE_ADDON', 'UPDATE_ADDON', 'DELETE_ADDON'])
    expect(found('nothing like it')).toEqual([])
  })
})

it('two roles are compared permission by permission, and environment by environment', () => {
  expect(
    compareRoles(['CREATE_FEATURE', keyOf(ON, 'development')], ['CREATE_FEATURE', keyOf(ON, 'production')]),
  ).toEqual({ left: [keyOf(ON, 'development')], both: ['CREATE_FEATURE'], right: [keyOf(ON, 'production')] })
})

it.each([
  [[0, 0, 0], 'nobody', 'nobody'],
  [[1, 0, 0], '1 user', '1 user'],
  [[2, 1, 1], '2 users, 1 service account, 1 group', '3 users, 1 group'],
])('a role that %j hold is shown as held by %s', (counts, words, short) => {
  const [userCount = 0, serviceAccountCount = 0, groupCount = 0] = counts
  const use = { userCount, serviceAccountCount, groupCount }
  expect([useInWords(use), useInShort(use), isUsed(use)]).toEqual([words, short, words !== 'nobody'])
})

it.each([
  [[], ''],
  [['CREATE_FEATURE'], 'Create feature flags'],
  [['UPDATE_FEATURE_ENVIRONMENT@production'], 'Enable/disable flags in production'],
  [
    ['CREATE_FEATURE', 'UPDATE_FEATURE', 'DELETE_FEATURE', 'UPDATE_FEATURE_ENVIRONMENT@production'],
    / and 2 more$/,
  ],
])('%j are described as %s', (keys, words) => {
  expect(describePermissions(keys)).toMatch(words === '' ? /^$/ : words)
})
