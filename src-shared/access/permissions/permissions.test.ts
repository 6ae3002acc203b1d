import { describe, expect, it } from 'vitest'

import {
  ENVIRONMENT_PERMISSIONS,
  PERMISSIONS,
  PREDEFINED_ROLES,
  PROJECT_PERMISSIONS,
  ROOT_PERMISSIONS,
  satisfiedBy,
  type Permission,
} from './index.ts'

/** The document's three tables, by group: how many each has, and those with a name of their own. */
const ROOT_GROUPS: Record<string, number> = {
  'API tokens': 8,
  Applications: 1,
  Authentication: 1,
  'Context fields': 3,
  'Instance maintenance': 4,
  Integrations: 3,
  Projects: 1,
  'Release templates': 3,
  Roles: 1,
  Segments: 3,
  Strategies: 3,
  'Tag types': 3, // the document names Update and Delete; Create is on the wire
}
const PROJECT_GROUPS: Record<string, number> = {
  'API tokens': 3,
  'Change requests': 2,
  'Features and strategies': 9,
  Projects: 8,
}

const countBy = (groups: readonly { group: string }[]) =>
  groups.reduce<Record<string, number>>(
    (counts, { group }) => ({ ...counts, [group]: (counts[group] ?? 0) + 1 }),
    {},
  )
const roleNamed = (name: string) => PREDEFINED_ROLES.find((role) => role.name === name)?.permissions ?? []

describe('the catalogue of permissions', () => {
  it('has the groups of the document', () => {
    const { Admin, ...root } = countBy(ROOT_PERMISSIONS)
    expect([Admin, root]).toEqual([1, ROOT_GROUPS])
    expect(countBy(PROJECT_PERMISSIONS)).toEqual(PROJECT_GROUPS)
    expect(ENVIRONMENT_PERMISSIONS.map((one) => one.name)).toEqual([
      'CREATE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_STRATEGY',
      'DELETE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_ENVIRONMENT',
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      'APPROVE_CHANGE_REQUEST',
      'APPLY_CHANGE_REQUEST',
      'SKIP_CHANGE_REQUEST',
    ])
  })

  it('has every name once, and gives ADMIN to no custom role', () => {
    expect(new Set(PERMISSIONS.map((one) => one.name)).size).toBe(PERMISSIONS.length)
    expect(PERMISSIONS.filter((one) => one.assignable === false).map((one) => one.name)).toEqual(['ADMIN'])
  })

  it.each<[Permission, string]>([
    ['CREATE_PROJECT', '5.4.0'],
    ['UPDATE_AUTH_CONFIGURATION', '6.9.0'],
    ['UPDATE_MAINTENANCE_MODE', '6.9.0'],
    ['READ_LOGS', '6.9.0'],
    ['RELEASE_PLAN_TEMPLATE_CREATE', '6.8.0'],
    ['CREATE_FEATURE', '4.6.0'],
    ['SKIP_CHANGE_REQUEST', '4.6.0'],
  ])('lets %s be granted since %s', (name, since) => {
    expect(PERMISSIONS.find((one) => one.name === name)?.since).toBe(since)
  })

  it('includes the documented permissions in Update project', () => {
    expect(PERMISSIONS.filter((one) => one.includedIn).map((one) => one.name)).toEqual([
      'PROJECT_CHANGE_REQUEST_READ',
      'PROJECT_CHANGE_REQUEST_WRITE',
      'PROJECT_USER_ACCESS_READ',
      'PROJECT_USER_ACCESS_WRITE',
      'PROJECT_DEFAULT_STRATEGY_READ',
      'PROJECT_DEFAULT_STRATEGY_WRITE',
      'PROJECT_SETTINGS_READ',
      'PROJECT_SETTINGS_WRITE',
    ])
    expect(satisfiedBy('PROJECT_SETTINGS_WRITE')).toEqual(['PROJECT_SETTINGS_WRITE', 'UPDATE_PROJECT'])
    expect(satisfiedBy('DELETE_PROJECT')).toEqual(['DELETE_PROJECT'])
  })
})

describe('the predefined roles', () => {
  it('have the numbers that clients know', () => {
    expect(PREDEFINED_ROLES.map(({ id, name, type }) => [id, name, type])).toEqual([
      [1, 'Admin', 'root'],
      [2, 'Editor', 'root'],
      [3, 'Viewer', 'root'],
      [4, 'Owner', 'project'],
      [5, 'Member', 'project'],
      [6, 'Reader', 'project'],
    ])
  })

  it('give an Editor no users and no roles, and a Viewer nothing', () => {
    expect(roleNamed('Editor')).not.toContain('ADMIN')
    expect(roleNamed('Editor')).not.toContain('READ_ROLE')
    expect(roleNamed('Viewer')).toEqual([])
  })

  it('let an Owner archive and delete the project, but not a Member', () => {
    expect(roleNamed('Owner')).toEqual(expect.arrayContaining(['UPDATE_PROJECT', 'DELETE_PROJECT']))
    expect(roleNamed('Member')).not.toContain('DELETE_PROJECT')
    expect(roleNamed('Member')).not.toContain('UPDATE_PROJECT')
    expect(roleNamed('Member')).toEqual(expect.arrayContaining(['CREATE_FEATURE', 'UPDATE_FEATURE']))
  })

  it('hold no change request permission', () => {
    const held = PREDEFINED_ROLES.flatMap((role) => role.permissions)
    expect(held.filter((name) => name.includes('CHANGE_REQUEST'))).toEqual([])
  })
})
