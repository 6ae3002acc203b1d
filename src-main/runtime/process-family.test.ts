import { afterEach, describe, expect, it, vi } from 'vitest'

import { ownUsage, ProcessFamily } from './process-family.ts'

afterEach(() => void vi.restoreAllMocks())

/** Has reading the memory fail as the system does. */
function haveMemoryFail(error: Error): void {
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
    throw error
  })
}

describe('what a process uses', () => {
  it('is that of before for its memory while no file can be opened', () => {
    const { memoryBytes } = ownUsage()
    haveMemoryFail(
      Object.assign(new Error('EMFILE: too many open files'), {
        code: 'EMFILE',
        syscall: 'uv_resident_set_memory',
      }),
    )
    expect(ownUsage().memoryBytes).toBe(memoryBytes)
    expect(memoryBytes).toBeGreaterThan(0)
  })

  it('does not hide a mistake of ours', () => {
    haveMemoryFail(new TypeError('rss is gone'))
    expect(() => ownUsage()).toThrow('rss is gone')
  })

  it('is summed with others, whose time is kept after their end', () => {
    const family = new ProcessFamily()
    const alone = family.usage
    family.note(7, { cpuSeconds: 1000, memoryBytes: 5e9 })
    expect(family.usage.memoryBytes).toBeGreaterThan(5e9)
    family.end(7)
    const { cpuSeconds, memoryBytes } = family.usage
    expect(cpuSeconds).toBeGreaterThanOrEqual(alone.cpuSeconds + 1000)
    expect(memoryBytes).toBeLessThan(5e9)
  })
})
