import { expect, it } from 'vitest'

import type { SdkRevision } from '#shared/clients/schemas/propagation.ts'
import { propagationRows } from './propagation-rows.ts'

const AT = '2026-11-24T12:00:00.000Z'
const mirror = (way: SdkRevision['way'], behindSince: string | null, environment = 'development') => ({
  ...{ appName: 'berlin', instance: 'b-1', sdk: null, revision: 7, seenAt: AT },
  ...{ way, behindSince, environment },
})
const BEHIND = {
  appName: 'shop',
  instance: 's-1',
  sdk: null,
  environment: 'development',
  via: [
    { appName: 'unleash-edge', instanceId: 'e-1' },
    { appName: 'berlin', instanceId: 'b-1' },
  ],
  seenAt: AT,
}
const rowOf = (...sdks: SdkRevision[]) => propagationRows({ sdks, behindMirrors: [BEHIND] }).at(-1)

it('an SDK behind mirrors has at most what the mirror that asks here has', () => {
  expect(rowOf(mirror('poll', AT))).toMatchObject({
    way: 'mirror',
    via: { short: 'through 2 mirrors', whole: 'through unleash-edge e-1, then berlin b-1' },
    isKnown: true,
    behindSince: AT,
  })
  // its stream is current, whatever its last poll was
  expect(rowOf(mirror('poll', AT), mirror('stream', null))).toMatchObject({
    behindSince: null,
    isKnown: true,
  })
})

it('nothing is said of an SDK whose mirror has not asked here in that environment', () => {
  expect(rowOf(mirror('poll', null, 'production'))).toMatchObject({ isKnown: false })
  expect(rowOf()).toMatchObject({ isKnown: false, behindSince: null })
})
