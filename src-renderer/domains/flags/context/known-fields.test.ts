import { describe, expect, it } from 'vitest'

import { firstOperator, operatorGroups } from '#shared/flags/constraints/operator-groups.ts'
import { OPERATORS } from '#shared/flags/schemas/constraint.ts'
import { fieldGroups, kindOf, legalValuesOf, stickinessGroups, type Field } from './known-fields.ts'

const field = (name: string, values: string[] = [], project?: string): Field => ({
  name,
  description: `About ${name}`,
  legalValues: values.map((value) => ({ value })),
  stickiness: name === 'tenant',
  ...(project === undefined ? {} : { project }),
})
const fields = [
  field('country', ['NO', 'SE']),
  field('tenant', ['a'], 'shop'),
  field('tenant'),
  field('userId'),
]

describe('a context field', () => {
  it.each([
    ['currentTime', [], 'date'],
    ['remoteAddress', [], 'address'],
    ['userId', [], 'id'],
    ['tenant', [], 'any'],
    ['country', ['NO', 'SE'], 'text'],
    ['level', ['1', '2.5'], 'number'],
    ['appVersion', ['1.0.0', '2.1.0-beta'], 'version'],
    ['launch', ['2026-12-24', '2026-12-31T00:00:00Z'], 'date'],
  ])('%s with the legal values %j holds: %s', (name, values, kind) => {
    expect(kindOf(name, [field(name, values)])).toBe(kind)
  })

  it('of addresses begins with a range, where the place knows one', () => {
    const kind = kindOf('remoteAddress', [])
    expect([firstOperator(kind), firstOperator(kind, ['IN', 'STR_CONTAINS'])]).toEqual(['IN_CIDR', 'IN'])
  })

  it('is offered with its description, together with the fields that SDKs fill', () => {
    const groups = fieldGroups(fields)
    expect(groups.map(({ label }) => label)).toEqual([
      'Fields of the project',
      'Context fields',
      'Built into SDKs',
    ])
    expect(groups[0]?.options).toEqual([{ value: 'tenant', label: 'tenant', note: 'About tenant' }])
    const builtIn = groups[2]?.options.map(({ value }) => value)
    expect(builtIn).toContain('currentTime')
    expect(builtIn).not.toContain('userId')
  })

  it('of the project is listed before one of the instance', () => {
    expect(legalValuesOf('tenant', fields)).toEqual(new Set(['a']))
    expect(legalValuesOf('userId', fields)).toBeUndefined()
    expect(legalValuesOf('nothing', fields)).toBeUndefined()
  })

  it('is offered for stickiness if it can be sticky', () => {
    const offered = stickinessGroups(fields).flatMap(({ options }) => options.map(({ value }) => value))
    expect(offered).toEqual(['default', 'random', 'userId', 'sessionId', 'tenant'])
  })
})

describe('the operators offered for a context field', () => {
  const of = (...asked: Parameters<typeof operatorGroups>) =>
    operatorGroups(...asked).map(({ label, options }) => [label, options.map(({ value }) => value)])

  it('are those of its type', () => {
    expect(of('date', 'DATE_AFTER')).toEqual([['Date and time', ['DATE_AFTER', 'DATE_BEFORE']]])
    expect(of('address', 'IN').map(([label]) => label)).toEqual(['Network', 'List', 'Text'])
  })

  it('are all, once each, while the type is unknown', () => {
    const all = operatorGroups('any', 'IN').flatMap(({ options }) => options.map(({ value }) => value))
    expect([...all].sort()).toEqual([...OPERATORS].sort())
  })

  it('include the operator in use, and exclude those of newer versions', () => {
    expect(of('date', 'NUM_GT')).toEqual([
      ['Date and time', ['DATE_AFTER', 'DATE_BEFORE']],
      ['Number', ['NUM_GT']],
    ])
    expect(of('any', 'IN', ['IN', 'NUM_EQ'])).toEqual([
      ['List', ['IN']],
      ['Number', ['NUM_EQ']],
    ])
  })
})
