import { describe, expect, it } from 'vitest'

import { countsInWords, countSince, summaryOf } from './sender-words.ts'
import { foundInWords, latenessOf, parsePayload, senderOf, usageInWords } from './signal-words.ts'

describe('the texts about signals', () => {
  it.each([
    [{ tokenName: 'grafana', sentBy: null, replayOf: null }, 'grafana'],
    [{ tokenName: null, sentBy: 'ada', replayOf: null }, 'sent by ada'],
    [{ tokenName: null, sentBy: 'ada', replayOf: 7 }, 'replay by ada'],
    [{ tokenName: null, sentBy: null, replayOf: null }, 'unknown'],
  ])('name for %j the source %s', (signal, expected) => {
    expect(senderOf(signal)).toBe(expected)
  })

  it('show the usage with its limit', () => {
    const usage = {
      endpoints: { used: 4, limit: 5 },
      tokensPerEndpoint: 5,
      perSecond: 1,
      payloadBytes: 102400,
      stored: { used: 1200, limit: 1000000, days: 30, bytes: 12_000_001, megabytes: 1000 },
      queue: { waiting: 0, oldestAt: null },
      bySource: [],
      byDay: [],
    }
    expect(usageInWords(usage)).toBe(
      '4 of 5 endpoints · up to 5 tokens each · 1 signal a second · 100 kB each · 1,200 of 1,000,000 kept, for 30 days, 13 of 1,000 MB',
    )
  })

  it('show a payload as typed, and an empty one as an empty object', () => {
    expect(parsePayload('[1, "a"]')).toEqual({ payload: [1, 'a'] })
    expect(parsePayload(' ')).toEqual({ payload: {} })
    expect(parsePayload('null')).toEqual({ payload: null })
    expect(parsePayload('{a}')).toHaveProperty('problem')
  })
})

describe('the texts about late signals', () => {
  it('say times as times, and numbers as numbers', () => {
    expect(latenessOf({ late: null })).toBe(undefined)
    expect(latenessOf({ late: { order: 3, newest: 17 } })).toBe('Number 3, after 17')
    const [order, newest] = [Date.UTC(2026, 10, 1, 11), Date.UTC(2026, 10, 1, 12)]
    expect(latenessOf({ late: { order, newest } })).toMatch(/^Of .*2026.*, after one of .*2026/)
  })
})

describe('the texts about requests of senders', () => {
  const check = { at: null, message: '', advice: null }
  const checks = [
    { ...check, check: 'token' as const, result: 'failed' as const },
    { ...check, check: 'body' as const, result: 'passed' as const },
  ]

  it('say what became of a request', () => {
    expect(summaryOf({ signalId: 17, checks })).toBe('Stored as signal 17')
    expect(summaryOf({ signalId: null, checks })).toBe('1 check failed: Token')
    expect(summaryOf({ signalId: null, checks: [] })).toBe('Refused')
  })

  it('count the first three requests of a test', () => {
    const requests = [7, 6, 5, 4, 3].map((id) => ({ id }))
    expect([countSince(requests, 7), countSince(requests, 5), countSince(requests, 0)]).toEqual([0, 2, 3])
  })
})

describe('the count above a list of signals', () => {
  it('counts only listed signals', () => {
    expect(foundInWords(50, 160, true)).toBe('160 signals')
    expect(foundInWords(9, undefined, false)).toBe('9 signals')
    expect(foundInWords(9, undefined, true)).toBe('9 signals so far')
  })
})

describe('the counts of requests to an endpoint', () => {
  it('are said by what became of them', () => {
    expect(
      countsInWords([
        { outcome: 'stored', requests: 1200 },
        { outcome: 'repeated', requests: 3 },
        { outcome: 'time', requests: 2 },
        { outcome: 'other', requests: 1 },
      ]),
    ).toBe('1,200 stored, 3 repeated, 2 refused: Time of the delivery, 1 refused for another reason')
  })
})
