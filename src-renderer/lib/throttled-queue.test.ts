import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ThrottledQueue } from './throttled-queue.ts'

let handled: string[]
let rounds: number
let paced: ThrottledQueue<string>

beforeEach(() => {
  vi.useFakeTimers()
  handled = []
  rounds = 0
  paced = new ThrottledQueue<string>({
    paceMs: 100,
    keyOf: (item) => item,
    most: 50,
    round: (items) => (items.length > 50 ? rounds++ : handled.push(...items)),
  })
})
afterEach(() => {
  paced.stop()
  vi.useRealTimers()
})

describe('a paced handler of changes', () => {
  it('handles the first change at once', () => {
    paced.add('a')
    expect(handled).toEqual(['a'])
  })

  it('handles changes that follow together, each once', () => {
    for (const item of ['a', 'b', 'c', 'b', 'c']) paced.add(item)
    expect(handled).toEqual(['a'])
    vi.advanceTimersByTime(100)
    expect(handled).toEqual(['a', 'b', 'c'])
  })

  it('handles the next change at once after a quiet time', () => {
    paced.add('a')
    vi.advanceTimersByTime(250)
    paced.add('b')
    expect(handled).toEqual(['a', 'b'])
  })

  it('handles very many different changes as one full refresh', () => {
    for (let item = 0; item < 10_000; item++) paced.add(String(item))
    vi.advanceTimersByTime(100)
    expect([handled, rounds]).toEqual([['0'], 1])
  })

  it('keeps its pace while more changes come', () => {
    for (let at = 0; at < 1000; at += 10) {
      paced.add(String(at))
      vi.advanceTimersByTime(10)
    }
    expect(handled).toHaveLength(100)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('drops waiting changes when it is stopped', () => {
    paced.add('a')
    paced.add('b')
    paced.stop()
    vi.advanceTimersByTime(1000)
    expect(handled).toEqual(['a'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
