import { describe, expect, it } from 'vitest'

import { toVersion } from '#shared/versions/rules/index.ts'
import { findChanges } from './find-changes.ts'
import { readSdks, sdksAsText } from './read-sdks.ts'

describe('a typed version', () => {
  it.each([
    ['7', '7.0.0'],
    ['5.6', '5.6.0'],
    ['v5.6.11', '5.6.11'],
    [' 6.9.1 ', '6.9.1'],
    ['', undefined],
    ['seven', undefined],
    ['7.0.0-beta', undefined],
    ['1.2.3.4', undefined],
  ])('%j reads as %s', (text, version) => {
    expect(toVersion(text)).toBe(version)
  })
})

describe('the filter of version changes', () => {
  const sought = { from: '6.10.0', to: '7.0.0', text: '', kind: '' } as const
  const titles = (one: Partial<Parameters<typeof findChanges>[0]>) =>
    findChanges({ ...sought, ...one }).flatMap(({ changes }) => changes.map(({ title }) => title))

  it('finds changes with all words, in any field', () => {
    expect(titles({ text: 'search events' })).toEqual(['POST /api/admin/events/search'])
    expect(titles({ text: 'postgresql' })).toEqual(['PostgreSQL 14 or later'])
    expect(titles({ text: 'no such thing' })).toEqual([])
  })

  it('finds changes of the chosen kind', () => {
    expect(titles({ kind: 'endpoint restored' })).toEqual([
      'GET /api/admin/instance-admin/statistics',
      'POST /api/admin/strategies',
    ])
  })

  it('sorts by version, newest first', () => {
    const versions = findChanges({ ...sought, from: '5.9.0' }).map(({ version }) => version)
    expect(versions).toEqual(['7.0.0', '6.9.0', '6.8.0', '6.3.0', '6.0.0', '5.11.0'])
  })
})

describe('typed SDKs', () => {
  it.each([
    ['unleash-client:5.6.1', [{ name: 'unleash-client', version: '5.6.1' }]],
    [
      'unleash-client-java 9.2, @unleash/proxy:3',
      [
        { name: 'unleash-client-java', version: '9.2.0' },
        { name: '@unleash/proxy', version: '3.0.0' },
      ],
    ],
    ['', []],
  ])('%j', (text, known) => {
    expect(readSdks(text)).toEqual({ known, wrong: [] })
  })

  it('of an instance are read in its format', () => {
    const known = [
      { name: 'unleash-client-node', version: '6.1.0' },
      { name: '@unleash/proxy', version: '3.0.0' },
    ]
    expect(readSdks(sdksAsText(known))).toEqual({ known, wrong: [] })
  })

  it('that are invalid are named', () => {
    expect(readSdks('node, unleash-client:5').wrong).toEqual(['node'])
  })
})
