import { describe, expect, it } from 'vitest'

import { hasPermission } from '#lib/me.ts'
import { environmentsNeedingApprovalForFlags, environmentsNeedingApproval } from './needs-approval.ts'

const project = {
  environments: [
    { environment: 'development' },
    { environment: 'staging', changeRequestsEnabled: true },
    { environment: 'production', changeRequestsEnabled: true },
  ],
}
const who = (...permissions: { permission: string; project?: string; environment?: string }[]) => ({
  permissions,
})
const skip = (where: object) => ({ permission: 'SKIP_CHANGE_REQUEST', ...where })

describe('the rule that a change needs approval', () => {
  it.each([
    ['nobody special', who(), ['staging', 'production'], ['staging', 'production']],
    [
      'one who may skip in one environment',
      who(skip({ project: 'shop', environment: 'staging' })),
      ['production'],
      // a change to all environments cannot be bypassed
      ['staging', 'production'],
    ],
    ['one who may skip in all', who(skip({ project: 'shop' })), [], ['staging', 'production']],
    [
      'one who may elsewhere',
      who(skip({ project: 'other' })),
      ['staging', 'production'],
      ['staging', 'production'],
    ],
    ['an Admin', who({ permission: 'ADMIN' }), [], []],
  ])('%s', (_who, me, ofEnvironment, ofFlag) => {
    expect(environmentsNeedingApproval(me, 'shop', project)).toEqual(ofEnvironment)
    expect(environmentsNeedingApprovalForFlags(me, 'shop', project)).toEqual(ofFlag)
  })

  it('is false while the project is not read', () => {
    expect(environmentsNeedingApproval(undefined, 'shop', project)).toEqual([])
    expect(environmentsNeedingApprovalForFlags(who(), 'shop', undefined)).toEqual([])
  })
})

describe('a held permission', () => {
  it('is found through including permissions, in its project and environment', () => {
    const place = { project: 'shop' }
    expect(
      hasPermission(who({ permission: 'UPDATE_PROJECT', project: 'shop' }), 'PROJECT_SETTINGS_READ', place),
    ).toBe(true)
    expect(
      hasPermission(who({ permission: 'UPDATE_PROJECT', project: 'other' }), 'PROJECT_SETTINGS_READ', place),
    ).toBe(false)
    expect(hasPermission(who({ permission: 'UPDATE_SEGMENT' }), 'UPDATE_SEGMENT', place)).toBe(true)
  })
})
