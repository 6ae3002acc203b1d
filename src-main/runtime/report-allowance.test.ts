import { beforeEach, describe, expect, it } from 'vitest'

import { bytesOfRow, ReportAllowance, reporterOf } from './report-allowance.ts'

const HOUR_MS = 3_600_000
let now: number
let warned: unknown[]
let allowance: ReportAllowance

beforeEach(() => {
  now = 1000
  warned = []
  allowance = new ReportAllowance({
    clock: { elapsed: () => now },
    logger: { warn: (fields: unknown) => void warned.push(fields) },
    limits: { newApplications: 2, reportedMegabytes: 1 },
  })
})

/** Reports new instances of 1,000 bytes; answers how many of them may be kept. */
const report = (reporter: string, count: number) =>
  Array.from({ length: count }, () => allowance.admits(reporter, 'instance', 1000)).filter(Boolean).length

describe('the allowance of a reporter', () => {
  it('is a share of the bytes by kind, each hour, and no other’s', () => {
    expect(report('token a', 300)).toBe(180)
    expect(allowance.admits('token a', 'context', 1000)).toBe(true)
    expect(report('token b', 300)).toBe(180)
    now += HOUR_MS
    expect(report('token a', 300)).toBe(180)
  })

  it('is a number of applications too', () => {
    const admitted = ['one', 'two', 'three'].map((name) =>
      allowance.admitsOnce('token a', 'application', name, 10),
    )
    expect(admitted).toEqual([true, true, false])
    expect(allowance.admitsOnce('token a', 'application', 'one', 10)).toBe(true)
  })

  it('counts what is reported again only once in an hour', () => {
    const again = () => allowance.admitsOnce('token a', 'count', 'flag', 300_000)
    expect([again(), again(), again()]).toEqual([true, true, true])
    expect(allowance.admitsOnce('token a', 'count', 'other flag', 300_000)).toBe(false)
    now += HOUR_MS
    expect(allowance.admitsOnce('token a', 'count', 'other flag', 300_000)).toBe(true)
  })

  it('tells different keys apart', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `app-${index}`)
    for (const name of names) allowance.admitsOnce('token a', 'count', name, 1)
    const others = names.filter((name) => allowance.admitsOnce('token a', 'count', `${name} `, 1_000_000))
    expect(others.length).toBeLessThan(20)
  })
})

describe('what is not kept', () => {
  it('is counted by kind for 24 hours, and logged once in an hour', () => {
    report('token a', 182)
    report('token b', 181)
    expect(allowance.notKept()).toEqual({ instance: 3 })
    expect(warned).toEqual([{ reporter: 'token a', kind: 'instance' }])
    now += 23 * HOUR_MS
    expect(allowance.notKept()).toEqual({ instance: 3 })
    now += HOUR_MS
    expect(allowance.notKept()).toEqual({})
  })
})

it('a token is known by its hash, a person by their id', () => {
  const scope = { environment: 'development', projects: ['*'] }
  expect(reporterOf({ kind: 'frontend-token', username: 'x', tokenHash: 'abc', ...scope })).toBe('token abc')
  expect(reporterOf({ kind: 'user', id: 7, username: 'x' })).toBe('user 7')
  expect(reporterOf({ kind: 'anonymous' })).toBe('anonymous')
})

it('a row is as large as its texts, in its table and in its index', () => {
  expect(bytesOfRow('ab', null, 'ä')).toBe(108)
})
