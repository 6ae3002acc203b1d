import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { isReading } from '#shared/contract-engine/is-reading.ts'
import { readOnlyRefusal, type SafeMode as Mode } from '#shared/desktop/safe-mode.ts'
import type { AppError } from '#kernel/app-error.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { signal } from '#support/stages/profiles-stage.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import type { RpcCall } from '#transport/rpc/responder.ts'
import { profileSealer, ProfileStore, type StoredProfile } from './profile-store.ts'
import { SafeMode } from './safe-mode.ts'

const MINUTE = 60_000
const LIVE = {
  ...({ kind: 'remote', id: 'p-00000001', name: 'Live', colour: 'red', icon: 'cloud' } as const),
  url: 'https://flags.example.com',
  idleMinutes: 15,
}
const home = { name: 'Halyard', colour: 'blue', icon: 'flag', folder: '/data', port: 'auto' } as const

let temp: ReturnType<typeof makeTempFolder>
let clock: FakeClock
let store: ProfileStore
let safe: SafeMode
const told = vi.fn()

/** Starts the app, on what it has stored. */
function start(): void {
  store = new ProfileStore(temp.folder, profileSealer(temp.folder, undefined), home)
  safe = new SafeMode({ store, clock })
  safe.onChange(told)
}
beforeEach(() => {
  temp = makeTempFolder()
  clock = new FakeClock()
  told.mockClear()
  start()
})
afterEach(() => {
  safe.close()
  temp.remove()
})

const put = (safeMode: Mode, more: { idleMinutes?: number } = {}) => store.put({ ...LIVE, safeMode, ...more })
const live = () => store.find(LIVE.id) as StoredProfile
const allow = () => safe.allow(live(), 'Live')
const allows = () => safe.stateOf(live()).allowsChanges
const faultOf = (work: () => void) => {
  try {
    work()
    return 'no fault'
  } catch (error) {
    return (error as AppError).details.map(({ path: at, message }) => `${at}: ${message}`)[0]
  }
}

describe('a profile whose safe mode is on', () => {
  beforeEach(() => put('on'))

  it('is read-only until its name is typed, as it is written', () => {
    expect(safe.stateOf(live())).toEqual({
      ...{ safeMode: 'on', idleMinutes: 15, allowsChanges: false, readOnlyAt: null },
    })
    expect(safe.refusalOf(LIVE.id)).toBe(readOnlyRefusal('Live'))
    for (const typed of ['live', 'Live ', '', 'Halyard'])
      expect(faultOf(() => safe.allow(live(), typed))).toBe(
        '/body/typed: Type the name of the instance: Live.',
      )
    expect(allows()).toBe(false)
    allow()
    expect(safe.stateOf(live())).toMatchObject({
      allowsChanges: true,
      readOnlyAt: clock.now().getTime() + 15 * MINUTE,
    })
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('is read-only again when nobody does anything for its minutes, and not before', () => {
    allow()
    clock.advance(14 * MINUTE)
    safe.noteActivity(LIVE.id)
    clock.advance(15 * MINUTE - 1)
    safe.look()
    expect(allows()).toBe(true)
    clock.advance(1)
    // even before anything looks
    expect(allows()).toBe(false)
    safe.noteActivity(LIVE.id)
    expect(allows()).toBe(false)
    told.mockClear()
    safe.look()
    expect(told).toHaveBeenCalledTimes(1)
    expect(allows()).toBe(false)
  })

  it('is read-only again after the computer slept, and after its clock was put back', () => {
    allow()
    // the wall clock goes on in sleep, the other one does not
    clock.jump(15 * MINUTE)
    expect(allows()).toBe(false)
    allow()
    clock.jump(-24 * 60 * MINUTE)
    clock.advance(15 * MINUTE)
    expect(allows()).toBe(false)
  })

  it('is locked at once', () => {
    allow()
    safe.lock(LIVE.id)
    expect(allows()).toBe(false)
    start()
    expect(allows()).toBe(false)
  })

  it('never idles with 0 minutes, over starts of the app, too', () => {
    put('on', { idleMinutes: 0 })
    allow()
    expect(safe.stateOf(live())).toMatchObject({ allowsChanges: true, readOnlyAt: null })
    clock.advance(1000 * 24 * 60 * MINUTE)
    safe.look()
    safe.close()
    start()
    expect(allows()).toBe(true)
  })

  it('counts the time in which the app did not run', () => {
    allow()
    clock.advance(10 * MINUTE)
    safe.noteActivity(LIVE.id)
    clock.advance(5 * MINUTE)
    safe.close()
    start()
    expect(safe.stateOf(live()).readOnlyAt).toBe(clock.now().getTime() + 10 * MINUTE)
    safe.close()
    clock.advance(10 * MINUTE)
    start()
    expect(allows()).toBe(false)
  })

  it('counts another pause from then on', () => {
    allow()
    clock.advance(2 * MINUTE)
    put('on', { idleMinutes: 1 })
    expect(allows()).toBe(false)
  })

  it.each(['at once', 'after a start of the app'])(
    'gets back no permission by a longer pause, %s',
    (when) => {
      allow()
      clock.advance(15 * MINUTE)
      if (when !== 'at once') {
        safe.close()
        start()
      }
      safe.prepareFor(live(), { safeMode: 'on', idleMinutes: 0 })
      put('on', { idleMinutes: 0 })
      expect(allows()).toBe(false)
      safe.close()
      start()
      expect(allows()).toBe(false)
    },
  )

  it('tells windows of activity from time to time, and within the last minute at once', () => {
    allow()
    const looks = (milliseconds: number) => {
      told.mockClear()
      clock.advance(milliseconds)
      safe.noteActivity(LIVE.id)
      safe.look()
      return told.mock.calls.length
    }
    expect([1000, 1000, 3000].map(looks)).toEqual([0, 0, 1])
    clock.advance(14 * MINUTE + 1)
    expect(looks(0)).toBe(1)
    told.mockClear()
    safe.look()
    expect(told).not.toHaveBeenCalled()
  })

  it('looks by itself, while changes are allowed', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      allow()
      clock.advance(15 * MINUTE)
      told.mockClear()
      vi.advanceTimersByTime(1000)
      expect(told).toHaveBeenCalledTimes(1)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not allowed what cannot be written, and is locked all the same', () => {
    const put503 = vi.spyOn(store, 'noteAllowed').mockImplementation(() => {
      throw new Error('ENOSPC')
    })
    expect(() => allow()).toThrow('ENOSPC')
    expect(allows()).toBe(false)
    put503.mockRestore()
    allow()
    vi.spyOn(store, 'noteAllowed').mockImplementation(() => {
      throw new Error('ENOSPC')
    })
    expect(() => safe.lock(LIVE.id)).toThrow('ENOSPC')
    expect(allows()).toBe(false)
  })
})

describe('a profile marked as production', () => {
  it('is read-only after each start of the app, and nothing of a permission is stored', () => {
    put('production', { idleMinutes: 0 })
    allow()
    expect(allows()).toBe(true)
    safe.close()
    const stored = JSON.parse(readFileSync(path.join(temp.folder, 'profiles.json'), 'utf8')) as object
    expect(stored).toMatchObject({ allowed: {} })
    start()
    expect(allows()).toBe(false)
  })
})

describe('other settings of safe mode', () => {
  const change = (safeMode: Mode) => {
    safe.prepareFor(live(), { safeMode, idleMinutes: 15 })
    put(safeMode)
  }

  it.each<[Mode, Mode]>([
    ['production', 'on'],
    ['production', 'off'],
    ['on', 'off'],
  ])('from %s to %s need a permission', (before, after) => {
    put(before)
    expect(faultOf(() => change(after))).toBe(
      '/body/safeMode: Live is read-only. Allow changes first, to protect it less.',
    )
    allow()
    change(after)
    expect(allows()).toBe(true)
  })

  it.each<[Mode, Mode]>([
    ['off', 'on'],
    ['off', 'production'],
    ['on', 'production'],
  ])('from %s to %s end a permission', (before, after) => {
    put(before)
    if (before !== 'off') allow()
    change(after)
    expect(allows()).toBe(false)
    start()
    expect(allows()).toBe(false)
  })
})

describe('the guard of a connection', () => {
  const seen: RpcCall[] = []
  const connection = {
    url: 'https://flags.example.com',
    answer: async (call: RpcCall) => {
      seen.push(call)
      return 'answered'
    },
    close: async () => {},
  }
  const TYPES = ['query', 'mutation', 'subscription'] as const
  const ask = (at: string, type: RpcCall['type']) =>
    safe.guard(LIVE.id, connection).answer({ path: at, type, input: {}, signal })
  const passes = async (at: string, type: RpcCall['type']) => {
    seen.length = 0
    const outcome = await ask(at, type).catch((error: unknown) => error)
    if (outcome === 'answered') return true
    expect(outcome).toMatchObject({
      message: readOnlyRefusal('Live'),
      shape: { data: { httpStatus: 403, record: { name: 'OperationDeniedError' } } },
    })
    expect(seen).toEqual([])
    return false
  }
  beforeEach(() => put('on'))

  it('lets each operation pass that reads, and no other, however it is asked for', async () => {
    const wrong: string[] = []
    for (const operation of OPERATIONS)
      for (const type of TYPES)
        if ((await passes(operation.operationId, type)) !== isReading(operation))
          wrong.push(`${type} ${operation.operationId}`)
    expect(wrong).toEqual([])
  })

  it.each(['changes', 'clientNews', 'requestNews', 'signalNews', 'status', 'recentClients'])(
    'lets %s pass',
    async (at) => {
      expect(await Promise.all(TYPES.map((type) => passes(at, type)))).toEqual([true, true, true])
    },
  )

  it.each([
    'getMe,createFeature',
    'createFeature,getMe',
    'getMe?batch=1',
    'getMe/../createFeature',
    ' getMe',
    'getme',
    'createFeature?',
    'toString',
    '__proto__',
    '',
    'ofALaterVersion',
  ])('lets nothing pass that it does not know, such as several calls in one: %j', async (at) => {
    for (const type of TYPES) expect(await passes(at, type)).toBe(false)
  })

  it('lets everything pass once changes are allowed, and counts changes as activity', async () => {
    allow()
    clock.advance(14 * MINUTE)
    expect(await passes('createFeature', 'mutation')).toBe(true)
    clock.advance(14 * MINUTE)
    expect(await passes('getMe', 'query')).toBe(true)
    expect(allows()).toBe(true)
    clock.advance(MINUTE)
    expect(await passes('createFeature', 'mutation')).toBe(false)
  })

  it('lets everything pass while safe mode is off, as soon as it is', async () => {
    put('off')
    expect(await passes('createFeature', 'mutation')).toBe(true)
    put('on')
    expect(await passes('createFeature', 'mutation')).toBe(false)
  })

  it('leaves all else of a connection as it is', () => {
    const guarded = safe.guard(LIVE.id, connection)
    expect([guarded.url, Object.keys(guarded)]).toEqual([connection.url, Object.keys(connection)])
  })
})
