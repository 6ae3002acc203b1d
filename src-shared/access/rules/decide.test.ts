import { describe, expect, it } from 'vitest'

import type { Permission } from '../permissions/index.ts'
import {
  decide,
  explainDecision,
  refusalMessage,
  type Grant,
  type Requirement,
  type Subject,
  type Verdict,
} from './index.ts'

const grant = (
  name: string,
  permissions: (Permission | [Permission, string])[],
  rest: Partial<Grant> = {},
): Grant => ({
  role: { id: 1, name, type: rest.project === undefined ? 'root' : 'project' },
  via: { kind: 'direct' },
  permissions: permissions.map((one) =>
    Array.isArray(one) ? { permission: one[0], environment: one[1] } : { permission: one },
  ),
  ...rest,
})
const user = (...grants: Grant[]): Subject => ({ kind: 'user', id: 1, name: 'u', grants })
const inA = (permission: Permission, environment?: string): Requirement => ({
  anyOf: [permission],
  project: 'a',
  ...(environment ? { environment } : {}),
})

describe('a decision', () => {
  it.each<[string, Grant[], Requirement, Verdict[]]>([
    ['Admin may do anything', [grant('Admin', ['ADMIN'])], inA('DELETE_PROJECT'), ['admin']],
    [
      'a root permission holds everywhere',
      [grant('R', ['CREATE_SEGMENT'])],
      inA('CREATE_SEGMENT'),
      ['grants'],
    ],
    [
      'a project role holds in its project',
      [grant('Owner', ['UPDATE_PROJECT'], { project: 'a' })],
      inA('UPDATE_PROJECT'),
      ['grants'],
    ],
    [
      'and in no other',
      [grant('Owner', ['UPDATE_PROJECT'], { project: 'b' })],
      inA('UPDATE_PROJECT'),
      ['other-project'],
    ],
    [
      'a root role’s project permissions hold in default alone',
      [grant('Editor', ['CREATE_FEATURE'])],
      inA('CREATE_FEATURE'),
      ['other-project'],
    ],
    [
      'there they do',
      [grant('Editor', ['CREATE_FEATURE'])],
      { anyOf: ['CREATE_FEATURE'], project: 'default' },
      ['grants'],
    ],
    [
      'an environment permission may be for one',
      [grant('C', [['UPDATE_FEATURE_ENVIRONMENT', 'production']], { project: 'a' })],
      inA('UPDATE_FEATURE_ENVIRONMENT', 'development'),
      ['other-environment'],
    ],
    [
      'and holds there',
      [grant('C', [['UPDATE_FEATURE_ENVIRONMENT', 'production']], { project: 'a' })],
      inA('UPDATE_FEATURE_ENVIRONMENT', 'production'),
      ['grants'],
    ],
    [
      'without environment it holds in every one',
      [grant('C', ['UPDATE_FEATURE_ENVIRONMENT'], { project: 'a' })],
      inA('UPDATE_FEATURE_ENVIRONMENT', 'x'),
      ['grants'],
    ],
    [
      'Update project includes its parts',
      [grant('Owner', ['UPDATE_PROJECT'], { project: 'a' })],
      inA('PROJECT_DEFAULT_STRATEGY_WRITE'),
      ['grants'],
    ],
    [
      'its parts do not make up Update project',
      [grant('C', ['PROJECT_SETTINGS_WRITE'], { project: 'a' })],
      inA('UPDATE_PROJECT'),
      ['lacks-permission'],
    ],
    [
      'any one of several suffices',
      [grant('R', ['READ_FRONTEND_API_TOKEN'])],
      { anyOf: ['ADMIN', 'READ_FRONTEND_API_TOKEN'] },
      ['grants'],
    ],
    [
      'every role is considered',
      [grant('Viewer', []), grant('Member', ['CREATE_FEATURE'], { project: 'a' })],
      inA('CREATE_FEATURE'),
      ['lacks-permission', 'grants'],
    ],
    ['no role, no permission', [], inA('CREATE_FEATURE'), []],
  ])('%s', (_name, grants, needed, verdicts) => {
    const decision = decide(user(...grants), needed)
    expect(decision.reasons.map((reason) => reason.verdict)).toEqual(verdicts)
    expect(decision.allowed).toBe(verdicts.some((verdict) => verdict === 'grants' || verdict === 'admin'))
    expect(decision.smallestGrant === undefined).toBe(decision.allowed)
  })

  it('is a denial in a hidden project, even for a role that grants', () => {
    const needed = inA('CREATE_FEATURE')
    const member = grant('Member', ['CREATE_FEATURE'], { project: 'a' })
    const outsider: Subject = { kind: 'user', id: 1, name: 'u', grants: [member], hidden: new Set(['a']) }
    expect(decide(outsider, needed)).toEqual({
      allowed: false,
      needed,
      reasons: [expect.objectContaining({ verdict: 'grants' })],
      hidden: true,
      smallestGrant: { permission: 'CREATE_FEATURE', project: 'a' },
    })
    expect(decide(outsider, { anyOf: ['CREATE_FEATURE'] })).not.toHaveProperty('hidden')
    expect(decide({ ...outsider, hidden: new Set(['b']) }, needed).allowed).toBe(true)
  })

  it('accepts a role itself, in its own project', () => {
    const owner = { id: 4, name: 'Owner', type: 'project' } as const
    const asked = (project: string | undefined, held: string | undefined) => {
      const at = held === undefined ? {} : { project: held }
      const needed = { anyOf: ['UPDATE_PROJECT'] as const, orRole: 4, ...(project ? { project } : {}) }
      return decide(user({ role: owner, via: { kind: 'direct' }, permissions: [], ...at }), needed).allowed
    }
    expect(asked('a', 'a')).toBe(true)
    expect([asked('a', 'b'), asked('a', undefined), asked(undefined, undefined)]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('of a place that is not named is about any place', () => {
    const held = grant('C', [['UPDATE_FEATURE_ENVIRONMENT', 'production']], { project: 'a' })
    expect(decide(user(held), { anyOf: ['UPDATE_FEATURE_ENVIRONMENT'] }).allowed).toBe(true)
  })

  it('names the project of a role in its reason, if it has one', () => {
    const { reasons } = decide(
      user(grant('Viewer', []), grant('Member', [], { project: 'a' })),
      inA('CREATE_FEATURE'),
    )
    const [viewer, member] = reasons
    expect(viewer).not.toHaveProperty('project')
    expect(member).toHaveProperty('project', 'a')
  })

  it('needs no role for the admin token and the system', () => {
    expect(decide({ kind: 'admin-token', name: 'x' }, inA('ADMIN'))).toMatchObject({
      allowed: true,
      reasons: [],
      authority: 'admin-token',
    })
    expect(decide({ kind: 'system' }, inA('ADMIN'))).toMatchObject({ allowed: true, authority: 'system' })
  })

  it('names the smallest sufficient grant: the most specific permission, where it is needed', () => {
    const needed: Requirement = { anyOf: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], project: 'a' }
    expect(decide(user(), needed).smallestGrant).toEqual({
      permission: 'UPDATE_PROJECT_SEGMENT',
      project: 'a',
    })
    expect(decide(user(), inA('UPDATE_FEATURE_ENVIRONMENT', 'production')).smallestGrant).toEqual({
      permission: 'UPDATE_FEATURE_ENVIRONMENT',
      project: 'a',
      environment: 'production',
    })
    expect(decide(user(), { anyOf: ['ADMIN'] }).smallestGrant).toEqual({ permission: 'ADMIN' })
    // no wider and no narrower than the permission can be held
    const smallest = (needed: Requirement) => Object.entries(decide(user(), needed).smallestGrant ?? {})
    expect(smallest(inA('CREATE_SEGMENT', 'production'))).toEqual([['permission', 'CREATE_SEGMENT']])
    expect(smallest(inA('CREATE_FEATURE', 'production'))).toEqual([
      ['permission', 'CREATE_FEATURE'],
      ['project', 'a'],
    ])
    expect(smallest({ anyOf: ['UPDATE_FEATURE_ENVIRONMENT'] })).toEqual([
      ['permission', 'UPDATE_FEATURE_ENVIRONMENT'],
    ])
    expect(smallest({ anyOf: ['ADMIN', 'CREATE_SEGMENT'] })).toEqual([['permission', 'CREATE_SEGMENT']])
  })
})

describe('the text of a decision', () => {
  it('is the one that clients know', () => {
    const prefix =
      "You don't have the required permissions to perform this operation. To perform this action, you need "
    expect(refusalMessage({ anyOf: ['CREATE_FEATURE'] })).toBe(`${prefix}the "CREATE_FEATURE" permission.`)
    expect(refusalMessage({ anyOf: ['ADMIN', 'READ_ROLE'] })).toBe(
      `${prefix}one of the following permissions: "ADMIN", "READ_ROLE".`,
    )
    expect(refusalMessage({ anyOf: ['UPDATE_FEATURE_ENVIRONMENT'], environment: 'production' })).toBe(
      `${prefix}the "UPDATE_FEATURE_ENVIRONMENT" permission in the "production" environment.`,
    )
  })

  it('names for each role what it gave, how the user came by it, and which grant would help', () => {
    const viaGroup = grant('Member', ['CREATE_FEATURE'], {
      project: 'b',
      via: { kind: 'group', id: 7, name: 'QA' },
    })
    expect(explainDecision(decide(user(grant('Viewer', []), viaGroup), inA('CREATE_FEATURE')))).toEqual([
      'Viewer: does not hold the permission.',
      'Member in project b (through the group QA): holds the permission, but for another project.',
      'The smallest grant that would do: "Create feature flags" in project a.',
    ])
    expect(explainDecision(decide(user(), { anyOf: ['ADMIN'] }))[0]).toBe('The user holds no role.')
    expect(explainDecision(decide({ kind: 'system' }, { anyOf: ['ADMIN'] }))).toHaveLength(1)
    expect(explainDecision(decide({ kind: 'admin-token', name: 'x' }, { anyOf: ['ADMIN'] }))).toHaveLength(1)
  })
})
