import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { PERMISSIONS, type Permission } from '../permissions/index.ts'
import {
  compareGrants,
  decide,
  effectivePermissions,
  summariseDifferences,
  type Grant,
  type GrantedPermission,
  type HeldPermission,
} from './index.ts'

const grant = (project: string | undefined, ...permissions: GrantedPermission[]): Grant => ({
  role: { id: 1, name: 'R', type: project === undefined ? 'root' : 'custom' },
  via: { kind: 'direct' },
  ...(project === undefined ? {} : { project }),
  permissions,
})
const one = (permission: Permission, environment?: string): GrantedPermission => ({
  permission,
  ...(environment === undefined ? {} : { environment }),
})
const PRODUCTION = one('UPDATE_FEATURE_ENVIRONMENT', 'production')
const EVERYWHERE = one('UPDATE_FEATURE_ENVIRONMENT')

describe('the effective permissions of grants', () => {
  it.each<[string, Grant[], HeldPermission[]]>([
    ['nothing', [], []],
    [
      'Admin is all there is to say',
      [grant('a', EVERYWHERE), grant(undefined, one('ADMIN'))],
      [one('ADMIN')],
    ],
    ['a root permission has no place', [grant('a', one('CREATE_SEGMENT'))], [one('CREATE_SEGMENT')]],
    [
      'a root role’s project permission is in default',
      [grant(undefined, one('CREATE_FEATURE'))],
      [{ permission: 'CREATE_FEATURE', project: 'default' }],
    ],
    [
      'what is held in every environment is not listed for one',
      [grant('a', PRODUCTION), grant('a', EVERYWHERE)],
      [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'a' }],
    ],
    [
      'the same from two roles counts once',
      [grant('a', PRODUCTION), grant('a', PRODUCTION)],
      [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'a', environment: 'production' }],
    ],
  ])('%s', (_name, grants, held) => {
    expect(effectivePermissions(grants)).toEqual(held)
  })

  it('include the permissions that Update project includes', () => {
    const held = effectivePermissions([grant('a', one('UPDATE_PROJECT'))])
    expect(held).toContainEqual({ permission: 'PROJECT_DEFAULT_STRATEGY_WRITE', project: 'a' })
    expect(held).toHaveLength(1 + PERMISSIONS.filter((p) => p.includedIn === 'UPDATE_PROJECT').length)
  })

  const anyGrant = fc
    .record({
      project: fc.constantFrom(undefined, 'default', 'a'),
      permissions: fc.array(
        fc.record({
          permission: fc.constantFrom(...PERMISSIONS.map((p) => p.name)),
          environment: fc.constantFrom(undefined, 'development', 'production'),
        }),
        { maxLength: 5 },
      ),
    })
    .map(({ project, permissions }) =>
      grant(project, ...permissions.map((p) => one(p.permission, p.environment))),
    )

  it('are exactly what decisions allow', () => {
    fc.assert(
      fc.property(
        fc.array(anyGrant, { maxLength: 4 }),
        fc.constantFrom(...PERMISSIONS.map((p) => p)),
        fc.constantFrom('default', 'a'),
        fc.constantFrom('development', 'production'),
        (grants, { name, scope }, project, environment) => {
          const { allowed } = decide(
            { kind: 'user', id: 1, name: 'u', grants },
            { anyOf: [name], project, environment },
          )
          const held = effectivePermissions(grants).some(
            (h) =>
              h.permission === 'ADMIN' ||
              (h.permission === name &&
                (scope === 'root' || h.project === project) &&
                (h.environment === undefined || h.environment === environment)),
          )
          expect(held).toBe(allowed)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are neither lost nor gained when the same grants are compared', () => {
    fc.assert(
      fc.property(fc.array(anyGrant), (grants) => {
        expect(compareGrants(grants, [...grants].reverse())).toEqual({ lost: [], gained: [] })
      }),
    )
  })
})

describe('a change of grants', () => {
  it('from one environment to all gains permissions, and loses none', () => {
    expect(compareGrants([grant('a', PRODUCTION)], [grant('a', EVERYWHERE)])).toEqual({
      lost: [],
      gained: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'a' }],
    })
  })

  it('from Admin to Viewer loses Admin, and gains nothing', () => {
    expect(compareGrants([grant(undefined, one('ADMIN'))], [grant('a', EVERYWHERE)])).toEqual({
      lost: [{ permission: 'ADMIN' }],
      gained: [],
    })
    expect(compareGrants([grant('a', EVERYWHERE)], [grant(undefined, one('ADMIN'))])).toEqual({
      lost: [],
      gained: [{ permission: 'ADMIN' }],
    })
  })

  it('that only keeps its length, its project or its permissions is compared', () => {
    const both = [PRODUCTION]
    const held = (project: string) => [
      { permission: 'UPDATE_FEATURE_ENVIRONMENT', project, environment: 'production' },
    ]
    expect(compareGrants([grant('a', ...both)], [grant('b', ...both)])).toEqual({
      lost: held('a'),
      gained: held('b'),
    })
    const first = grant('a', ...both)
    expect(compareGrants([first], [])).toEqual({ lost: held('a'), gained: [] })
    expect(compareGrants([], [first])).toEqual({ lost: [], gained: held('a') })
    // of one list, in another project
    expect(compareGrants([first], [{ ...first, project: 'b' }])).toEqual({
      lost: held('a'),
      gained: held('b'),
    })
  })

  const lost = (...names: Permission[]) => ({ lost: names.map((name) => one(name)), gained: [] })
  const gained = (...names: Permission[]) => ({ lost: [], gained: names.map((name) => one(name)) })
  it.each([
    [[], 'Nobody gains or loses anything.'],
    [[lost('ADMIN')], '1 user loses 1 permission.'],
    [[lost('CREATE_SEGMENT', 'UPDATE_SEGMENT'), lost('UPDATE_SEGMENT')], '2 users lose 2 permissions.'],
    [
      [lost('CREATE_SEGMENT'), gained('CREATE_TAG_TYPE')],
      '1 user loses 1 permission, 1 user gains 1 permission.',
    ],
    [[gained('CREATE_SEGMENT'), gained('CREATE_SEGMENT')], '2 users gain 1 permission.'],
  ])('of many is summarised in a sentence: %#', (differences, sentence) => {
    expect(summariseDifferences(differences)).toBe(sentence)
  })
})
