import { beforeEach, describe, expect, it, vi } from 'vitest'

import { finishCommit, MAX_EFFECTS_MS, type PostCommitWork } from './after-commit.ts'
import type { CommittedEvent } from './event.ts'
import { EventBus } from './event-bus.ts'
import { createLogger } from './logger.ts'

const event = (id: number) => ({ id, type: 'feature-created' }) as CommittedEvent
let lines: string[]
let published: number[]
let bus: EventBus
const durable = () => Promise.resolve()

beforeEach(() => {
  lines = []
  published = []
  bus = new EventBus(logger())
  bus.subscribe((events) => published.push(...events.map(({ id }) => id)))
})
const logger = () => createLogger('error', { write: (line) => void lines.push(line) })
const finish = (after: Partial<PostCommitWork>, sync = durable) =>
  finishCommit(
    { store: { durable: sync }, bus, logger: logger() },
    { effects: [], laterEffects: [], events: [], turn: bus.takeTurn(), ...after },
  )

describe('a committed write', () => {
  it('runs an effect once that several of its parts asked for', async () => {
    const [reload, other] = [vi.fn(), vi.fn()]
    await finish({ effects: [reload, other, reload, reload] })
    expect([reload.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
  })

  it('succeeds, runs its other effects and publishes its events when an effect throws', async () => {
    const ran: string[] = []
    await finish({
      effects: [
        () => Promise.reject(new Error('the directory cannot be read')),
        () => {
          throw new Error('at once')
        },
        () => void ran.push('other'),
      ],
      laterEffects: [() => Promise.reject(new Error('later')), () => void ran.push('later')],
      events: [event(1)],
    })
    expect(ran).toEqual(['other', 'later'])
    expect(published).toEqual([1])
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
      Array.from({ length: 3 }, () => 'an effect of a committed write failed'),
    )
  })

  it('publishes its events in commit order, however slow the effects of an earlier one are', async () => {
    let finishSlow = () => {}
    const slow = new Promise<void>((resolve) => (finishSlow = resolve))
    const first = finish({ effects: [() => slow], events: [event(1)] })
    const second = finish({ events: [event(2)] })
    await new Promise((resolve) => setImmediate(resolve))
    expect(published).toEqual([])
    finishSlow()
    await Promise.all([first, second])
    expect(published).toEqual([1, 2])
  })

  it('does not hold up later writes when its sync fails, and is not published', async () => {
    const first = finish({ events: [event(1)] }, () => Promise.reject(new Error('EIO')))
    const second = finish({ events: [event(2)] })
    await expect(first).rejects.toThrow('EIO')
    await second
    expect(published).toEqual([2])
  })

  it('waits a bounded time for effects', async () => {
    vi.useFakeTimers()
    try {
      const stuck = finish({ effects: [() => new Promise(() => {})], events: [event(1)] })
      await vi.advanceTimersByTimeAsync(MAX_EFFECTS_MS)
      await stuck
      expect(published).toEqual([1])
    } finally {
      vi.useRealTimers()
    }
  })

  it('runs later effects outside the commit order: they may wait for a write', async () => {
    const second: { finished?: Promise<void> } = {}
    await finish({ laterEffects: [() => (second.finished = finish({ events: [event(2)] }))] })
    await second.finished
    expect(published).toEqual([2])
  })
})

describe('the event bus', () => {
  it('notifies the others when one listener throws', () => {
    const notified: string[] = []
    bus.subscribe(() => {
      throw new Error('a listener')
    })
    bus.subscribe(() => notified.push('last'))
    bus.publish([event(1)])
    expect([published, notified]).toEqual([[1], ['last']])
  })
})
