import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { PERMISSIONS } from '#shared/access/permissions/index.ts'
import { operationGroups, permissionGroups } from './access-questions.ts'
import { heldInWords } from './held-words.ts'
import { isGranting, placeInWords, sourceInWords, verdictInWords } from './grant-words.ts'

describe('the words of the simulator', () => {
  it.each([
    [{ kind: 'direct' as const }, 'given directly'],
    [{ kind: 'group' as const, id: 1, name: 'QA' }, 'through the group QA'],
    [{ kind: 'group-root-role' as const, id: 1, name: 'QA' }, 'through the group QA'],
  ])('explain for %j how a user came by a role', (via, words) => {
    expect(sourceInWords({ via })).toBe(words)
  })

  it('say where a role applies and what it gives', () => {
    const projectName = (id: string) => `The ${id}`
    const places = [placeInWords({}, projectName), placeInWords({ project: 'shop' }, projectName)]
    expect(places).toEqual(['as root role', 'in project The shop'])
    expect([verdictInWords({ verdict: 'admin' }), isGranting({ verdict: 'admin' })]).toEqual([
      'may do everything',
      true,
    ])
    expect(isGranting({ verdict: 'other-project' })).toBe(false)
  })
})

describe('the operations and permissions the simulator offers', () => {
  it('include every operation of the admin API once', () => {
    const asked = operationGroups().flatMap((group) => group.options.map((option) => option.value))
    const known = OPERATIONS.filter((one) => one.audience === 'admin').map((one) => one.operationId)
    expect([...asked].sort()).toEqual([...known].sort())
  })

  it('include every permission once', () => {
    const asked = permissionGroups().flatMap((group) => group.options.map((option) => option.value))
    expect([...asked].sort()).toEqual(PERMISSIONS.map((one) => one.name).sort())
  })
})

describe('a held permission', () => {
  it.each([
    [{ permission: 'CREATE_SEGMENT' }, 'Create segments'],
    [{ permission: 'CREATE_FEATURE', project: 'a' }, 'Create feature flags in The a'],
    [
      { permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'a', environment: 'production' },
      'Enable/disable flags in The a, production',
    ],
  ])('%j is shown as %s', (held, words) => {
    expect(heldInWords(held, (id) => `The ${id}`)).toBe(words)
  })
})
