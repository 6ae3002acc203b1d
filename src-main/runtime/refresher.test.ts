import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLogger } from '#kernel/logger.ts'
import { Refresher } from './refresher.ts'

let source: string
let kept: string
let failures: number
let reads: number
let logged: number
let directory: Refresher

beforeEach(() => {
  vi.useFakeTimers()
  source = 'first'
  kept = ''
  failures = 0
  reads = 0
  logged = 0
  const read = async () => {
    reads++
    const found = source
    await Promise.resolve()
    if (failures-- > 0) throw new Error('disk I/O error')
    kept = found
  }
  directory = new Refresher({
    name: 'the directory',
    read,
    logger: createLogger('error', { write: () => void logged++ }),
  })
})
afterEach(() => {
  directory.stop()
  vi.useRealTimers()
})

describe('a refreshed copy in memory', () => {
  it('is read again after a read that failed', async () => {
    failures = 1
    await expect(directory.reload()).rejects.toThrow('disk I/O error')
    expect(directory.isStale).toBe(true)
    source = 'second'
    await directory.reload()
    expect([kept, directory.isStale, logged]).toEqual(['second', false, 1])
  })

  it('is retried until a read succeeds', async () => {
    failures = 4
    await expect(directory.reload()).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(50 + 100 + 200 + 400)
    expect([kept, reads, directory.isStale, logged]).toEqual(['first', 5, false, 4])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads).toBe(5)
  })

  it('includes a change that was committed during a read', async () => {
    const first = directory.reload()
    await Promise.resolve()
    await Promise.resolve()
    expect(reads).toBe(1)
    source = 'second'
    const second = directory.reload()
    const third = directory.reload()
    await Promise.all([first, second, third])
    expect([kept, reads]).toEqual(['second', 2])
  })

  it('is no longer retried once it is stopped', async () => {
    failures = 100
    await expect(directory.reload()).rejects.toThrow()
    directory.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads).toBe(1)
  })
})
