import { describe, expect, it } from 'vitest'

import { omissionInWords, ownWarnings, sdkOmissions } from './sdk-omissions.ts'

const NO_ID = 'eventId is missing'
const NO_SESSION = 'context.sessionId is missing'
const OFF = 'impression data is off for this flag'

describe('a property that an SDK omits', () => {
  it('is reported once for its application, not for each impression', () => {
    const seen = [
      { appName: 'shop', warnings: [NO_ID, NO_SESSION, OFF] },
      { appName: 'shop', warnings: [NO_ID, OFF] },
      { appName: 'web', warnings: [OFF] },
    ]
    const omissions = sdkOmissions(seen)
    expect(omissions.map(omissionInWords)).toEqual(['shop: the SDK sends no eventId.'])
    expect(seen.map((one) => ownWarnings(one, omissions))).toEqual([[NO_SESSION, OFF], [OFF], [OFF]])
  })

  it('is not attributed to the SDK if one impression has it', () => {
    const seen = [
      { appName: 'shop', warnings: [NO_ID] },
      { appName: 'shop', warnings: [] },
    ]
    expect(sdkOmissions(seen)).toEqual([])
    expect(ownWarnings({ appName: 'shop', warnings: [NO_ID] }, [])).toEqual([NO_ID])
  })

  it('is reported for an application without a name, too', () => {
    const omissions = sdkOmissions([{ appName: null, warnings: [NO_ID, 'context is missing'] }])
    expect(omissions.map(omissionInWords)).toEqual([
      'Unnamed application: the SDK sends no eventId, context.',
    ])
  })
})
