import { expect, it } from 'vitest'

import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { emptyForm, isDeclared, offeredKinds, toBody } from './strategy-form.ts'

const type = (name: string, more: Partial<StrategyType> = {}): StrategyType => ({
  name,
  displayName: null,
  title: null,
  description: '',
  editable: true,
  deprecated: false,
  parameters: [],
  ...more,
})
const BUILT_IN = ['flexibleRollout', 'default', 'remoteAddress', 'applicationHostname']
const offered = (types: StrategyType[], edited?: string) =>
  offeredKinds(types, edited).map((kind) => kind.value)

it('custom strategy types are listed after those SDKs know, deprecated ones only while one is edited', () => {
  const types = [type('default', { editable: false }), type('byTenant'), type('old', { deprecated: true })]
  expect(offered([])).toEqual(BUILT_IN)
  expect(offered(types)).toEqual([...BUILT_IN, 'byTenant'])
  expect(offered(types, 'old')).toEqual([...BUILT_IN, 'byTenant', 'old'])
  expect(offered(types, 'gone')).toEqual([...BUILT_IN, 'byTenant', 'gone'])
  expect(offered([type('remoteAddress', { editable: false, deprecated: true })])).not.toContain(
    'remoteAddress',
  )
  expect(offeredKinds([type('byTenant', { title: 'By tenant' })]).at(-1)?.label).toBe('By tenant')
})

it('strategy types of former versions are edited by their parameters, and listed once reactivated', () => {
  const userWithId = type('userWithId', {
    editable: false,
    deprecated: true,
    parameters: [{ name: 'userIds', type: 'list', required: true, description: '' }],
  })
  expect(isDeclared(userWithId)).toBe(true)
  expect(BUILT_IN.map((name) => isDeclared(type(name, { editable: false })))).toEqual(
    BUILT_IN.map(() => false),
  )
  expect(offered([userWithId])).toEqual(BUILT_IN)
  expect(offeredKinds([userWithId], 'userWithId').at(-1)).toEqual({ value: 'userWithId', label: 'User IDs' })
  expect(offered([{ ...userWithId, deprecated: false }])).toEqual([...BUILT_IN, 'userWithId'])
  const form = { ...emptyForm('flag'), name: 'userWithId', own: { userIds: 'a\nb' } }
  expect(toBody(form, undefined, userWithId).parameters).toEqual({ userIds: 'a,b' })
})

it('the parameters of a custom strategy are the entered ones and those stored beside them', () => {
  const byTenant = type('byTenant', {
    parameters: [{ name: 'tenants', type: 'list', required: true, description: '' }],
  })
  const form = { ...emptyForm('flag'), name: 'byTenant', own: { tenants: 'a\nb' } }
  const before = {
    id: '1',
    name: 'byTenant',
    title: null,
    disabled: false,
    sortOrder: 0,
    constraints: [],
    parameters: { tenants: 'z', added: 'later' },
    segments: [],
    variants: [],
    milestoneId: null,
  }
  expect(toBody(form, undefined, byTenant).parameters).toEqual({ tenants: 'a,b' })
  expect(toBody(form, before, byTenant).parameters).toEqual({ added: 'later', tenants: 'a,b' })
})
