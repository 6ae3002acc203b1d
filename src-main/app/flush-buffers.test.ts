import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLogger } from '#kernel/logger.ts'
import { startFlushing } from './flush-buffers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Notes what happens, in order. */
function stage({ fails = false } = {}) {
  const happened: string[] = []
  const store = {
    durable: () => {
      happened.push('synced')
      return fails ? Promise.reject(new Error('no disk')) : Promise.resolve()
    },
  }
  const buffers = [
    {
      flush: async () => {
        await Promise.resolve()
        happened.push('counts')
      },
      everyMs: 1000,
    },
    { flush: () => Promise.resolve(void happened.push('last seen')) },
  ]
  const flushing = startFlushing(buffers, { store, logger: createLogger('silent') })
  return { happened, flushing }
}

describe('data that is collected in memory', () => {
  it('is on the disk after its interval, although nobody waits for it', async () => {
    const { happened, flushing } = stage()
    await vi.advanceTimersByTimeAsync(1000)
    expect(happened).toEqual(['counts', 'synced'])
    await vi.advanceTimersByTimeAsync(29_000)
    expect(happened).toContain('last seen')
    expect(happened.at(-1)).toBe('synced')
    flushing.stop()
  })

  it('is on the disk when it is flushed', async () => {
    const { happened, flushing } = stage()
    await flushing.flush()
    expect(happened).toEqual(['last seen', 'counts', 'synced'])
    flushing.stop()
  })

  it('stops nobody where the disk fails', async () => {
    const { happened, flushing } = stage({ fails: true })
    await flushing.flush()
    await vi.advanceTimersByTimeAsync(2000)
    expect(happened.filter((one) => one === 'counts')).toHaveLength(3)
    flushing.stop()
  })
})
