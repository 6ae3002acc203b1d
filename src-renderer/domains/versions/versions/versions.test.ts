import { describe, expect, it } from 'vitest'

import { toVersion } from '../../../../src-shared/versions/rules/index.ts'
import { findChanges } from './find-changes.ts'
import { readSdks, sdksAsText } from './read-sdks.ts'

describe('a version that is typed', () => {
  it.each([
    ['7', '7.0.0'],
    ['5.6', '5.6.0'],
    ['v5.6.11', '5.6.11'],
    [' 6.9.1 ', '6.9.1'],
    ['', undefined],
    ['seven', undefined],
    ['7.0.0-beta', undefined],
    ['1.2.3.4', undefined],
  ])('%j is %s', (text, version) => {
    expect(toVersion(text)).toBe(version)
  })
})

describe('the changes that are found', () => {
  const sought = { from: '6.10.0', to: '7.0.0', text: '', kind: '' } as const
  const titles = (one: Partial<Parameters<typeof findChanges>[0]>) =>
    findChanges({ ...sought, ...one }).flatMap(({ changes }) => changes.map(({ title }) => title))

  it('have all the words, wherever', () => {
    expect(titles({ text: 'search events' })).toEqual(['POST /api/admin/events/search'])
    expect(titles({ text: 'postgresql' })).toEqual(['PostgreSQL 14 or later'])
    expect(titles({ text: 'no such thing' })).toEqual([])
  })

  it('are of the kind that is asked for', () => {
    expect(titles({ kind: 'endpoint restored' })).toEqual([
      'GET /api/admin/instance-admin/statistics',
      'POST /api/admin/strategies',
    ])
  })

  it('are by version, newest first', () => {
    const versions = findChanges({ ...sought, from: '5.9.0' }).map(({ version }) => version)
    expect(versions).toEqual(['7.0.0', '6.9.0', '6.8.0', '6.3.0', '6.0.0', '5.11.0'])
  })
})

describe('SDKs that are typed', () => {
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

  it('are read as they are written, when they are those of an instance', () => {
    const known = [
      { name: 'unleash-client-node', version: '6.1.0' },
      { name: '@unleash/proxy', version: '3.0.0' },
    ]
    expect(readSdks(sdksAsText(known))).toEqual({ known, wrong: [] })
  })

  it('are named when they are none', () => {
    expect(readSdks('node, unleash-client:5').wrong).toEqual(['node'])
  })
})
