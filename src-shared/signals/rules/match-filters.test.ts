import { describe, expect, it } from 'vitest'

import type { ActionFilter } from '../schemas/action.ts'
import { explainFilter, flattenPayload, learnShape, matchFilters, valueAt } from './index.ts'

const payload = {
  severity: 'Critical',
  count: 7,
  muted: false,
  nothing: null,
  empty: {},
  version: '2.1.0',
  alert: { labels: { team: 'payments' }, 'a.b': 'dotted', 'x[0]': 'bracketed' },
  hosts: ['eu-1', 'us-2'],
  checks: [{ name: 'disk', ok: false, tries: [1, 2] }],
}

describe('a path into a payload', () => {
  it('has dots and indices in brackets', () => {
    expect([...flattenPayload(payload)]).toEqual([
      ['severity', 'Critical'],
      ['count', 7],
      ['muted', false],
      ['version', '2.1.0'],
      ['alert.labels.team', 'payments'],
      ['alert.a.b', 'dotted'],
      ['alert.x[0]', 'bracketed'],
      ['hosts[0]', 'eu-1'],
      ['hosts[1]', 'us-2'],
      ['checks[0].name', 'disk'],
      ['checks[0].ok', false],
      ['checks[0].tries[0]', 1],
      ['checks[0].tries[1]', 2],
    ])
  })

  it.each([
    [['a', { b: 1 }], '[1].b', 1],
    ['down', '$', 'down'],
    [42, '$', 42],
    [{ a: { b: 'nested' }, 'a.b': 'flat' }, 'a.b', 'nested'],
    [{ '': 'unnamed' }, '', undefined],
    [{ a: [{ '': { b: 3 } }] }, 'a[0]..b', 3],
  ])('finds in %j at %s the value %j', (given, path, value) => {
    expect(valueAt(given, path)).toBe(value)
  })

  it.each(['alert', 'alert.labels', 'hosts', 'hosts[2]', 'hosts.length', 'severity.length', 'nothing', '$'])(
    'finds nothing at %s',
    (path) => expect(valueAt(payload, path)).toBeUndefined(),
  )

  it.each(['constructor', 'toString', '__proto__', 'alert.constructor.name'])(
    'reaches own properties only: %s',
    (path) => expect(valueAt(payload, path)).toBeUndefined(),
  )

  it('is limited in number, however deep and long a payload is', () => {
    const nested: unknown = JSON.parse('['.repeat(50_000) + '1' + ']'.repeat(50_000))
    expect(flattenPayload(nested).size).toBe(0)
    expect(valueAt(nested, '[0]'.repeat(60))).toBeUndefined()
    expect(flattenPayload(Array.from({ length: 50_000 }, (_, index) => index)).size).toBe(500)
    expect(flattenPayload({ ['k'.repeat(300)]: 1, short: 2 })).toEqual(new Map([['short', 2]]))
  })
})

describe('a filter', () => {
  it.each<[string, ActionFilter, boolean]>([
    ['severity', { operator: 'IN', values: ['Critical', 'fatal'] }, true],
    ['severity', { operator: 'IN', values: ['critical'] }, false],
    ['severity', { operator: 'IN', values: ['critical'], inverted: true }, true],
    ['severity', { operator: 'NOT_IN', values: ['info'] }, true],
    ['severity', { operator: 'STR_STARTS_WITH', values: ['crit'] }, false],
    ['severity', { operator: 'STR_STARTS_WITH', values: ['crit'], caseInsensitive: true }, true],
    [
      'severity',
      { operator: 'STR_ENDS_WITH', values: ['CAL'], caseInsensitive: true, inverted: true },
      false,
    ],
    ['alert.labels.team', { operator: 'STR_CONTAINS', values: ['pay', 'x'] }, true],
    ['count', { operator: 'NUM_EQ', value: '7' }, true],
    ['count', { operator: 'NUM_GT', value: '7' }, false],
    ['count', { operator: 'NUM_GTE', value: '7' }, true],
    ['count', { operator: 'NUM_LT', value: '7' }, false],
    ['count', { operator: 'NUM_LTE', value: '7', inverted: true }, false],
    ['severity', { operator: 'NUM_GT', value: '1' }, false],
    ['version', { operator: 'SEMVER_EQ', value: '2.1.0' }, true],
    ['version', { operator: 'SEMVER_GT', value: '2.0.9' }, true],
    ['version', { operator: 'SEMVER_GTE', value: '2.1.1' }, false],
    ['version', { operator: 'SEMVER_LT', value: '10.0.0' }, true],
    ['version', { operator: 'SEMVER_LTE', value: '2.1.0' }, true],
    ['muted', { operator: 'IN', values: ['false'] }, true],
    ['checks[0].tries[1]', { operator: 'NUM_EQ', value: '2' }, true],
    ['missing', { operator: 'IN', values: ['x'] }, false],
    // as with constraints: an absent value is not in the list
    ['missing', { operator: 'NOT_IN', values: ['x'] }, true],
    ['missing', { operator: 'NUM_GT', value: '1', inverted: true }, true],
    ['nothing', { operator: 'STR_CONTAINS', values: ['null'] }, false],
  ])('on %s, %j: %s', (path, filter, holds) => {
    expect(matchFilters({ [path]: filter }, payload).matches).toBe(holds)
  })

  it('explains its result', () => {
    const { matches, filters } = matchFilters(
      {
        severity: { operator: 'IN', values: ['info', 'warning'], caseInsensitive: true },
        count: { operator: 'NUM_GT', value: '5', inverted: true },
        missing: { operator: 'STR_CONTAINS', values: ['x'] },
      },
      payload,
    )
    expect(matches).toBe(false)
    expect(filters.map(explainFilter)).toEqual([
      'severity is "info" or "warning", ignoring case: no, the payload has "Critical".',
      'count is not greater than "5": no, the payload has 7.',
      'missing contains "x": no, the payload has nothing there.',
    ])
  })

  it('is optional: without filters every signal matches', () => {
    for (const any of [{}, [], null, 'text', 7]) expect(matchFilters({}, any).matches).toBe(true)
  })

  it('must match together with all others', () => {
    const yes: ActionFilter = { operator: 'NUM_GT', value: '1' }
    const no: ActionFilter = { operator: 'NUM_GT', value: '100' }
    expect(matchFilters({ count: yes, 'checks[0].tries[1]': yes }, payload).matches).toBe(true)
    expect(matchFilters({ count: yes, 'checks[0].tries[1]': no }, payload).matches).toBe(false)
  })
})

describe('the shape of payloads', () => {
  it('is derived from samples', () => {
    const samples = [
      { severity: 'info', n: 1 },
      { severity: 'critical' },
      { severity: 'info', n: 'many' },
      'x',
    ]
    expect(learnShape(samples)).toEqual([
      { path: 'severity', types: ['text'], values: ['info', 'critical'], count: 3 },
      { path: 'n', types: ['number', 'text'], values: ['1', 'many'], count: 2 },
      { path: '$', types: ['text'], values: ['x'], count: 1 },
    ])
    expect(learnShape([])).toEqual([])
  })
})
