import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { systemClock } from '#kernel/clock.ts'
import { LoopWatch } from './loop-watch.ts'

const logged = vi.fn<(record: { ms: number; work: string[] }, text: string) => void>()
let time = 0
let worked = 0
let watch: LoopWatch

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  time = 0
  worked = 0
  logged.mockReset()
  watch = new LoopWatch(
    systemClock,
    { info: logged },
    () => time,
    () => worked,
  )
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

/** Lets the timer of the watch come once, this many milliseconds after the time before, all or some of them spent at work. */
function nextTickAfter(ms: number, atWork = ms): void {
  time += ms
  worked += atWork
  vi.advanceTimersByTime(20)
}

describe('the watch over the event loop', () => {
  it('names the operation of a turn that was too long', () => {
    watch.begin('exportFeatures')
    nextTickAfter(20)
    nextTickAfter(320)
    expect(watch.lagMs).toBe(300)
    expect(watch.longTurn).toMatchObject({ ms: 300, work: ['exportFeatures'] })
    expect(logged).toHaveBeenCalledTimes(1)
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ ms: 300, work: ['exportFeatures'] })
    expect([...watch.longTurns]).toEqual([['exportFeatures', 1]])
  })

  it('names an operation that began and ended within the turn', () => {
    watch.begin('first')
    nextTickAfter(20)
    watch.begin('second')
    watch.end('second')
    watch.end('first')
    nextTickAfter(150)
    expect(watch.longTurn?.work).toEqual(['second', 'first'])
    expect([...watch.longTurns]).toEqual([['several', 1]])
  })

  it('names no more than five operations', () => {
    for (let n = 0; n < 20; n++) watch.begin(`operation ${n}`)
    nextTickAfter(500)
    expect(watch.longTurn?.work).toHaveLength(5)
  })

  it('does not report short turns', () => {
    watch.begin('status')
    nextTickAfter(119)
    expect(watch.lagMs).toBe(99)
    expect(watch.longTurn).toBeNull()
    expect(logged).not.toHaveBeenCalled()
  })

  it('counts the work of the process, not the delays of a busy machine', () => {
    watch.begin('exportFeatures')
    nextTickAfter(2000, 30)
    expect(watch.lagMs).toBe(30)
    expect(watch.longTurn).toBeNull()
    nextTickAfter(2000, 400)
    expect(watch.longTurn).toMatchObject({ ms: 400, work: ['exportFeatures'] })
    expect(logged.mock.calls.map(([{ ms }]) => ms)).toEqual([400])
  })

  it('forgets a long turn after a minute', () => {
    watch.begin('status')
    nextTickAfter(400)
    for (let n = 0; n < 3500; n++) nextTickAfter(20)
    expect(watch.lagMs).toBe(0)
    expect(watch.longTurn).toBeNull()
  })

  it('rests a second after the last operation, and begins anew with the next', () => {
    watch.begin('status')
    watch.end('status')
    for (let n = 0; n < 60; n++) nextTickAfter(20)
    expect(vi.getTimerCount()).toBe(0)
    time += 10_000
    watch.begin('status')
    nextTickAfter(20)
    expect(watch.lagMs).toBe(0)
  })

  it('ends the work of an operation that fails', async () => {
    await expect(watch.during('fails', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    nextTickAfter(20)
    watch.begin('later')
    nextTickAfter(200)
    expect(watch.longTurn?.work).toEqual(['later'])
  })
})
