import { describe, expect, it } from 'vitest'

import { createFeature } from '../../flags/contract/features.ts'
import { getSeenContexts } from '../../clients/contract/seen-contexts.ts'
import { getGroups } from '../../access/contract/groups.ts'
import { getSignalEndpoints } from '../../signals/contract/signal-endpoints.ts'
import {
  lackElsewhere,
  NOT_IN_EDITION,
  NOT_OFFERED,
  UNKNOWN_SERVICE,
  type OfferedOperation,
} from './offered-elsewhere.ts'

const at = (version: string | null) => ({ version, edition: null })
const since = (version: string): OfferedOperation => ({ ...createFeature, lifecycle: { since: version } })

describe('an Unleash-compatible service', () => {
  it('does not offer what is of a Halyard alone, whatever its version', () => {
    for (const version of [null, '8.0.0'] as const)
      expect([getSeenContexts, getSignalEndpoints].map((one) => lackElsewhere(one, at(version)))).toEqual([
        NOT_OFFERED,
        NOT_OFFERED,
      ])
  })

  it.each([
    ['5.9.0', '5.10.0'],
    ['4.19.3', '5.0.0'],
    ['7.0.9', '7.1.0'],
  ])('of version %s lacks what came with %s', (version, came) => {
    expect(lackElsewhere(since(came), at(version))).toBe(
      `This service answers as version ${version}. It needs ${came} or later for this.`,
    )
  })

  it.each([
    ['5.10.0', '5.9.0'],
    ['5.9.0', '5.9.0'],
    ['7.1.0', '7.0.9'],
    ['10.0.0', '9.5.5'],
  ])('of version %s offers what came with %s', (version, came) => {
    expect(lackElsewhere(since(came), at(version))).toBeUndefined()
  })

  it.each([
    ['8.0.9', undefined],
    ['8.1.0', 'This service answers as version 8.1.0. Version 8.1.0 removed this.'],
  ])('of version %s offers what 8.1.0 removed: %s', (version, lack) => {
    const removed = { ...since('7.0.0'), lifecycle: { since: '7.0.0', removed: '8.1.0' } }
    expect(lackElsewhere(removed, at(version))).toBe(lack)
  })

  it.each([
    ['oss', NOT_IN_EDITION],
    ['enterprise', undefined],
    [null, undefined],
  ] as const)('of the edition %s offers what Enterprise brings: %s', (edition, lack) => {
    expect(lackElsewhere(getGroups, { version: '7.6.5', edition })).toBe(lack)
    expect(lackElsewhere(createFeature, { version: '7.6.5', edition })).toBeUndefined()
  })

  it('that does not name its version is asked for everything of the contract', () => {
    expect(lackElsewhere(since('8.1.0'), UNKNOWN_SERVICE)).toBeUndefined()
  })

  it('is asked for nothing that is for SDKs', () => {
    expect(lackElsewhere({ ...since('4.0.0'), audience: 'client' }, at('8.0.0'))).toBe(NOT_OFFERED)
  })
})
