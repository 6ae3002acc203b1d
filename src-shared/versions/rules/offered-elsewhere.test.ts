import { describe, expect, it } from 'vitest'

import { createFeature } from '../../flags/contract/features.ts'
import { getSeenContexts } from '../../clients/contract/seen-contexts.ts'
import { getSignalEndpoints } from '../../signals/contract/signal-endpoints.ts'
import { lackElsewhere, NOT_OFFERED, type OfferedOperation } from './offered-elsewhere.ts'

const since = (version: string): OfferedOperation => ({ ...createFeature, lifecycle: { since: version } })

describe('an Unleash-compatible service', () => {
  it('does not offer what is of a Halyard alone, whatever its version', () => {
    for (const version of [null, '8.0.0'])
      expect([getSeenContexts, getSignalEndpoints].map((one) => lackElsewhere(one, version))).toEqual([
        NOT_OFFERED,
        NOT_OFFERED,
      ])
  })

  it.each([
    ['5.9.0', '5.10.0'],
    ['4.19.3', '5.0.0'],
    ['7.0.9', '7.1.0'],
  ])('of version %s lacks what came with %s', (version, came) => {
    expect(lackElsewhere(since(came), version)).toBe(
      `This service answers as version ${version}. It needs ${came} or later for this.`,
    )
  })

  it.each([
    ['5.10.0', '5.9.0'],
    ['5.9.0', '5.9.0'],
    ['7.1.0', '7.0.9'],
    ['10.0.0', '9.5.5'],
  ])('of version %s offers what came with %s', (version, came) => {
    expect(lackElsewhere(since(came), version)).toBeUndefined()
  })

  it('that does not name its version is asked for everything of the contract', () => {
    expect(lackElsewhere(since('8.1.0'), null)).toBeUndefined()
  })

  it('is asked for nothing that is for SDKs', () => {
    expect(lackElsewhere({ ...since('4.0.0'), audience: 'client' }, '8.0.0')).toBe(NOT_OFFERED)
  })
})
