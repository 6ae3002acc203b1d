import { expect, it } from 'vitest'

import { reportAsMarkdown, verdictOf } from './report-as-markdown.ts'

const call = {
  id: 'x',
  call: 'GET /api/admin/archive/features',
  verdict: 'removed',
  version: '7.0.0',
  deprecated: ['4.10.0'],
  replacement: '/api/admin/search/features?archived=IS:true',
  detail: null,
  callers: [
    {
      name: 'ann',
      kind: 'user',
      appName: 'a|b',
      sdk: null,
      count: 3,
      firstSeen: '2026-11-21T12:00:00.000Z',
      lastSeen: '2026-11-21T12:30:00.000Z',
    },
  ],
} as const

it.each([
  [{}, 'Removed in 7.0.0'],
  [{ verdict: 'removed later', version: '8.1.0' }, 'Not in 8.1.0'],
  [{ verdict: 'deprecated', version: null }, 'Deprecated since 4.10.0'],
  [{ verdict: 'deprecated', version: '8.0.0' }, 'Deprecated, removed in 8.0.0'],
] as const)('a verdict in words: %j', (changed, words) => {
  expect(verdictOf({ ...call, deprecated: [...call.deprecated], callers: [], ...changed })).toBe(words)
})

it('is a table for each call, whatever callers call themselves', () => {
  const calls = [{ ...call, deprecated: [...call.deprecated], callers: [...call.callers] }]
  expect(reportAsMarkdown({ contractVersion: '7.6.5', calls })).toMatchInlineSnapshot(`
    "# Calls that an upgrade breaks

    The instance answers as 7.6.5.

    ## GET /api/admin/archive/features

    Removed in 7.0.0.
    Instead: \`/api/admin/search/features?archived=IS:true\`

    | Caller | Application | SDK or program | Calls | Last |
    |---|---|---|---|---|
    | ann (user) | a\\|b |  | 3 | 2026-11-21T12:30:00.000Z |
    "
  `)
})
