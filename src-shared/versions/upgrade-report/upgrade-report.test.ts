import { describe, expect, it } from 'vitest'

import type { JudgedCall, JudgedCaller, UpgradeReport, Verdict } from '../schemas/upgrade-report.ts'
import { failsOn, groupCalls, reportAsMarkdown, verdictInWords, type FailOn } from './index.ts'

const AT = '2026-11-21T12:00:00.000Z'
const caller = (changed: Partial<JudgedCaller> = {}): JudgedCaller => ({
  name: 'ann',
  kind: 'user',
  appName: 'cleaner',
  sdk: null,
  count: 3,
  firstSeen: AT,
  lastSeen: AT,
  sample: 'GET /api/admin/archive/features',
  curl: 'curl -X GET \'http://localhost:4242/api/admin/search/features?archived=IS:true\' \\\n  -H "Authorization: $TOKEN"',
  ...changed,
})
const call = (changed: Partial<JudgedCall> = {}): JudgedCall => ({
  id: 'x',
  call: 'GET /api/admin/archive/features',
  verdict: 'removed',
  isCertain: true,
  version: '7.0.0',
  deprecated: ['4.10.0'],
  replacement: '/api/admin/search/features?archived=IS:true',
  detail: null,
  count: 3,
  failing: 3,
  callers: [caller()],
  ...changed,
})
const report = (...calls: JudgedCall[]): UpgradeReport => ({
  contractVersion: '7.6.5',
  from: '6.0.0',
  to: '7.0.0',
  failing: calls.reduce((sum, { failing }) => sum + failing, 0),
  outside: 0,
  calls,
})

it.each<[Partial<JudgedCall>, string]>([
  [{}, 'Removed in 7.0.0'],
  [{ verdict: 'refused' }, 'Refused from 7.0.0 on'],
  [{ verdict: 'property removed' }, 'Property removed in 7.0.0'],
  [{ verdict: 'property removed', isCertain: false }, 'Property of the answer removed in 7.0.0'],
  [{ verdict: 'unsupported' }, 'Not supported by 7.0.0'],
  [{ verdict: 'outdated' }, 'Works with 7.0.0, but misses features'],
  [{ verdict: 'behaviour' }, 'Answered otherwise from 7.0.0 on'],
  [{ verdict: 'error shape' }, 'Errors have another shape from 7.0.0 on'],
  [{ verdict: 'deprecated', version: null }, 'Deprecated since 4.10.0'],
  [{ verdict: 'deprecated' }, 'Deprecated since 4.10.0, removed in 7.0.0'],
])('the verdict in words: %j', (changed, words) => {
  expect(verdictInWords(call(changed))).toBe(words)
})

describe('the exit code for a build', () => {
  const entries = (
    ['removed', 'refused', 'property removed', 'unsupported', 'outdated', 'behaviour', 'deprecated'] as const
  ).map((verdict: Verdict) => call({ verdict, id: verdict }))
  const maybe = call({ verdict: 'property removed', id: 'maybe', isCertain: false })
  it.each([
    ['never', []],
    ['removed', ['removed', 'refused', 'property removed']],
    ['deprecated', ['removed', 'refused', 'property removed', 'deprecated']],
    [
      'any',
      [
        'removed',
        'refused',
        'property removed',
        'unsupported',
        'outdated',
        'behaviour',
        'deprecated',
        'maybe',
      ],
    ],
  ] as const)('%s', (failOn, ids) => {
    expect(failsOn(failOn, report(...entries, maybe)).map(({ id }) => id)).toEqual(ids)
  })

  it('does not count a removed property that SDKs alone send, and the report says so', () => {
    const sent = (...kinds: string[]) =>
      call({ verdict: 'property removed', failing: 0, callers: kinds.map((kind) => caller({ kind })) })
    const idsOf = (failOn: FailOn, entry: JudgedCall) => failsOn(failOn, report(entry)).map(({ id }) => id)
    const bySdks = sent('frontend-token', 'backend-token')
    expect([idsOf('removed', bySdks), idsOf('deprecated', bySdks), idsOf('any', bySdks)]).toEqual([
      [],
      [],
      ['x'],
    ])
    expect(reportAsMarkdown(report(bySdks))).toContain('SDKs send it by themselves')
    const byScriptToo = sent('frontend-token', 'admin-token')
    expect(idsOf('removed', byScriptToo)).toEqual(['x'])
    expect(reportAsMarkdown(report(byScriptToo))).not.toContain('SDKs send it by themselves')
  })
})

describe('the report grouped by caller', () => {
  const shop = caller({ name: 'bob', appName: 'shop', sdk: 'node:6.1.0', count: 2 })
  const calls = [
    call({ callers: [caller({ count: 5 }), shop], count: 7, failing: 7 }),
    call({ id: 'y', verdict: 'deprecated', callers: [shop], count: 2, failing: 0 }),
  ]

  it.each([
    ['application', ['cleaner', 'shop']],
    ['caller', ['ann (user)', 'bob (user)']],
    ['sdk', ['No SDK or program named', 'node:6.1.0']],
  ] as const)('%s', (by, names) => {
    expect(groupCalls(calls, by).map(({ name }) => name)).toEqual(names)
  })

  it('counts in each group only the requests of that group', () => {
    const groups = groupCalls(calls, 'application')
    const counts = groups.map((group) => group.calls.map(({ id, count, failing }) => [id, count, failing]))
    expect(counts).toEqual([
      [['x', 5, 5]],
      [
        ['x', 2, 2],
        ['y', 2, 0],
      ],
    ])
  })
})

describe('the report as Markdown', () => {
  it('has a section for each request, with its replacement, and escapes names of callers', () => {
    const named = call({ callers: [caller({ appName: 'a|b `c`\n<d>' })] })
    expect(reportAsMarkdown(report(named))).toMatchInlineSnapshot(`
      "# Calls that an upgrade from 6.0.0 to 7.0.0 concerns

      The instance answers as 7.6.5. 1 thing called here changes.
      3 calls would be answered with an error.

      ## GET /api/admin/archive/features

      Removed in 7.0.0.
      Instead: \`/api/admin/search/features?archived=IS:true\`

      \`\`\`sh
      curl -X GET 'http://localhost:4242/api/admin/search/features?archived=IS:true' \\
        -H "Authorization: $TOKEN"
      \`\`\`

      | Caller | Application | SDK or program | Calls | Last | Such as |
      |---|---|---|---|---|---|
      | ann (user) | a\\|b \\\`c\\\` \\<d\\> |  | 3 | 2026-11-21T12:00:00.000Z | GET /api/admin/archive/features |
      "
    `)
  })

  it('has a section for each application on request', () => {
    const lines = reportAsMarkdown(report(call()), 'application').split('\n')
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([
      '# Calls that an upgrade from 6.0.0 to 7.0.0 concerns',
      '## cleaner',
      '### GET /api/admin/archive/features',
    ])
  })

  it('reports that there is nothing to change', () => {
    expect(reportAsMarkdown(report())).toContain('Nothing was called that changes between both.')
  })
})
