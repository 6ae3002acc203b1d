import { describe, expect, it } from 'vitest'

import {
  decide,
  explainDecision,
  refusalMessage,
  type Grant,
  type Requirement,
  type Subject,
} from './index.ts'

const NEEDED: Requirement = {
  anyOf: ['UPDATE_FEATURE_ENVIRONMENT'],
  project: 'shop',
  environment: 'production',
}
const held = (name: string, grant: Partial<Grant>): Grant => ({
  role: { id: 1, name, type: grant.project === undefined ? 'root' : 'project' },
  via: { kind: 'direct' },
  permissions: [],
  ...grant,
})
const user = (grants: Grant[], more: { hidden?: ReadonlySet<string> } = {}): Subject => ({
  kind: 'user',
  id: 1,
  name: 'u',
  grants,
  ...more,
})
const may = (environment?: string) => [
  { permission: 'UPDATE_FEATURE_ENVIRONMENT' as const, ...(environment ? { environment } : {}) },
]
const SUGGESTION =
  'The smallest grant that would do: "Enable/disable flags" in project shop, for environment production.'

describe('a decision in sentences', () => {
  it.each<[string, Subject, string[]]>([
    ['the admin token', { kind: 'admin-token', name: 'admin' }, ['The admin API token may do everything.']],
    ['the system', { kind: 'system' }, ['The system itself acts.']],
    ['nobody', user([]), ['The user holds no role.', SUGGESTION]],
    [
      'a root role, through a group',
      user([
        held('Admin', { via: { kind: 'group', id: 7, name: 'Ops' }, permissions: [{ permission: 'ADMIN' }] }),
      ]),
      ['Admin (through the group Ops): may do everything.'],
    ],
    [
      'the role that grants it, and those that do not',
      user([
        held('Reader', { project: 'shop', permissions: [] }),
        held('Owner', { project: 'other', permissions: may('production') }),
        held('Tester', { project: 'shop', permissions: may('development') }),
        held('Owner', { project: 'shop', permissions: may('production') }),
      ]),
      [
        'Reader in project shop: does not hold the permission.',
        'Owner in project other: holds the permission, but for another project.',
        'Tester in project shop: holds the permission, but for another environment.',
        'Owner in project shop: grants it.',
      ],
    ],
    [
      'who does not see the project',
      user([], { hidden: new Set(['shop']) }),
      [
        'The user holds no role.',
        'The project shop is private, and who is no member of it does not see it.',
        SUGGESTION,
      ],
    ],
  ])('names what counts: %s', (_who, subject, lines) => {
    expect(explainDecision(decide(subject, NEEDED))).toEqual(lines)
  })

  it('suggests a permission of the instance without a place', () => {
    const decision = decide(user([]), { anyOf: ['CREATE_PROJECT'] })
    expect(explainDecision(decision).at(-1)).toBe('The smallest grant that would do: "Create projects".')
  })
})

it.each<[Requirement, string]>([
  [{ anyOf: ['CREATE_PROJECT'] }, 'you need the "CREATE_PROJECT" permission.'],
  [NEEDED, 'you need the "UPDATE_FEATURE_ENVIRONMENT" permission in the "production" environment.'],
  [
    { anyOf: ['CREATE_PROJECT', 'ADMIN'] },
    'you need one of the following permissions: "CREATE_PROJECT", "ADMIN".',
  ],
])('a refusal says what one needs: %j', (needed, end) => {
  expect(refusalMessage(needed)).toBe(
    `You don't have the required permissions to perform this operation. To perform this action, ${end}`,
  )
})
