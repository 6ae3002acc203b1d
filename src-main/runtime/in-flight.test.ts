import { describe, expect, it, vi } from 'vitest'

import { InFlight, type Flight } from './in-flight.ts'

const bounds = { bytes: 100, reserved: 5, places: 3, placesOfCaller: 2, waiting: 10, waitingOfCaller: 4 }

/** Follows a promise, or what needs none. */
function follow(waited: Promise<void> | undefined) {
  const state = { isDone: waited === undefined, isRefused: false }
  waited?.then(
    () => (state.isDone = true),
    () => (state.isRefused = true),
  )
  return state
}
/** Notes bytes, and waits for room. */
function hold(flight: Flight | undefined, bytes: number) {
  flight?.note(bytes)
  return follow(flight?.room())
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Requests of callers, all of which ask for a place at once. */
function enterAll(inFlight: InFlight, callers: readonly string[]) {
  return callers.map((caller) => {
    const flight = inFlight.begin(caller)
    return { flight, state: follow(flight.enter()) }
  })
}
const seated = (all: readonly { state: { isDone: boolean } }[]) => all.map(({ state }) => state.isDone)

describe('requests that read', () => {
  it('are as many at a time as there are places, of one caller and in all', async () => {
    const all = enterAll(new InFlight(bounds), ['a', 'a', 'a', 'b', 'b'])
    expect(seated(all)).toEqual([true, true, false, true, false])
    all[0]?.flight.finish()
    await settle()
    expect(seated(all)).toEqual([true, true, true, true, false])
    all[3]?.flight.finish(10)
    await settle()
    expect(seated(all)).toEqual([true, true, true, true, true])
  })

  it('are refused where too many wait', () => {
    const inFlight = new InFlight(bounds)
    enterAll(inFlight, ['a', 'a', 'a', 'a', 'a', 'a'])
    expect(() => inFlight.begin('a').enter()).toThrow('You have too many requests at once')
    expect(inFlight.begin('b').enter()).toBeUndefined()
  })

  it('whose client goes wait no longer, and keep their place until their work is done', async () => {
    const inFlight = new InFlight(bounds)
    const all = enterAll(inFlight, ['a', 'a', 'a', 'a'])
    all[2]?.flight.close()
    all[0]?.flight.close()
    await settle()
    expect(all[2]?.state.isRefused).toBe(true)
    expect(seated(all)).toEqual([true, true, false, false])
    all[0]?.flight.finish(50)
    await settle()
    expect(seated(all)).toEqual([true, true, false, true])
    for (const { flight } of all) {
      flight.finish(10)
      flight.close()
    }
    expect(inFlight.bytes).toBe(0)
  })
})

describe('bytes', () => {
  it('beyond the bound make all wait but the oldest, which goes on', async () => {
    const inFlight = new InFlight(bounds)
    const [first, second] = enterAll(inFlight, ['a', 'b']).map(({ flight }) => flight) as [Flight, Flight]
    expect(hold(first, 90).isDone).toBe(true)
    const waits = hold(second, 20)
    expect(waits.isDone).toBe(false)
    expect(hold(first, 500).isDone).toBe(true)
    first.finish(30)
    await settle()
    expect(waits.isDone).toBe(true)
    expect(inFlight.bytes).toBe(50)
    first.close()
    second.finish()
    second.close()
    expect(inFlight.bytes).toBe(0)
  })

  it('are reserved for who has read none yet, and counted once when they are read', async () => {
    const inFlight = new InFlight({ bytes: 100, reserved: 40, placesOfCaller: 9 })
    const all = enterAll(inFlight, ['a', 'b', 'c'])
    expect(seated(all)).toEqual([true, true, false])
    expect(inFlight.bytes).toBe(80)
    all[0]?.flight.note(30)
    expect(inFlight.bytes).toBe(80)
    all[0]?.flight.note(30)
    expect(inFlight.bytes).toBe(100)
    all[0]?.flight.finish()
    await settle()
    expect(seated(all)).toEqual([true, true, true])
    for (const { flight } of all) {
      flight.finish()
      flight.close()
    }
    expect(inFlight.bytes).toBe(0)
  })

  it('keep further requests from beginning, but never all of them', async () => {
    const inFlight = new InFlight(bounds)
    const [first] = enterAll(inFlight, ['a'])
    hold(first?.flight, 150)
    const [second] = enterAll(inFlight, ['b'])
    expect(second?.state.isDone).toBe(false)
    first?.flight.finish(150)
    await settle()
    // the answer waits for its client, and nobody reads
    expect(second?.state.isDone).toBe(true)
  })

  it('that a caller does not take keep its further requests from beginning', async () => {
    const inFlight = new InFlight(bounds)
    const [first] = enterAll(inFlight, ['a'])
    first?.flight.finish(120)
    const [again, other] = enterAll(inFlight, ['a', 'b'])
    expect([again?.state.isDone, other?.state.isDone]).toEqual([false, true])
    first?.flight.close()
    await settle()
    expect(again?.state.isDone).toBe(true)
  })

  it('make nobody wait for ever who is waited for by the oldest: at a standstill the first goes on', async () => {
    vi.useFakeTimers()
    const inFlight = new InFlight({ ...bounds, standstillMs: 500 })
    const [oldest, younger, youngest] = enterAll(inFlight, ['a', 'b', 'c']).map(({ flight }) => flight)
    hold(oldest, 200)
    const [first, second] = [hold(younger, 1), hold(youngest, 1)]
    await vi.advanceTimersByTimeAsync(499)
    expect([first.isDone, second.isDone]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([first.isDone, second.isDone]).toEqual([true, false])
    oldest?.finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(second.isDone).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('of a body do not stop what has a place: it may be what the body waits for', async () => {
    const inFlight = new InFlight(bounds)
    const writer = inFlight.begin('w')
    hold(writer, 90)
    const [reader] = enterAll(inFlight, ['a'])
    expect(hold(reader?.flight, 200).isDone).toBe(true)
    const waits = hold(writer, 1)
    expect(waits.isDone).toBe(false)
    reader?.flight.finish()
    await settle()
    expect(waits.isDone).toBe(true)
  })
})
