import { describe, expect, it } from 'vitest'

import { toRequestQuery } from './request-filter.ts'
import { callerWithKind, durationInWords, outcomeInWords, sizeInWords, toneOf } from './request-words.ts'

describe('the words of a logged request', () => {
  it('name its caller by name and kind', () => {
    expect(callerWithKind({ caller: 'backend-token', callerName: 'shop' })).toBe('shop (backend token)')
    expect(callerWithKind({ caller: 'unknown-token', callerName: null })).toBe('unknown token')
  })

  it.each([
    [null, null, 'Stream is open', 'accent'],
    [304, null, 'Answered: not modified', 'neutral'],
    [403, 'permission', 'Refused: permission missing', 'warning'],
    [500, 'service', 'Failed in the service', 'danger'],
  ] as const)('say how it ended: %s %s', (status, refusedBy, words, tone) => {
    expect(outcomeInWords({ status, refusedBy })).toBe(words)
    expect(toneOf(status)).toBe(tone)
  })

  it('round durations and sizes to what one can read', () => {
    expect([0.43, 9.96, 12.4, 1540, null].map(durationInWords)).toEqual([
      ...['0.4 ms', '10 ms', '12 ms', '1.5 s', ''],
    ])
    expect([0, 1023, 1536, null].map(sizeInWords)).toEqual(['0 B', '1023 B', '1.5 kB', ''])
  })
})

describe('the query of the request log', () => {
  const none = { status: '', outcome: '', method: '', operation: '', caller: '' }

  it('has each filter that is set, and no status that the log does not know', () => {
    expect(
      toRequestQuery(' client ', { ...none, status: '4xx', outcome: 'refused', caller: 'shop' }),
    ).toEqual({
      ...{ query: 'client', status: '4xx', refused: 'true', caller: 'shop' },
    })
    expect(toRequestQuery('', { ...none, status: '9xx', outcome: 'x' })).toEqual({})
  })
})
