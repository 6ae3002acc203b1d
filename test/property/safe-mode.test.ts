import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import { profileSealer, ProfileStore, type StoredProfile } from '#main/profiles/profile-store.ts'
import { SafeMode } from '#main/profiles/safe-mode.ts'
import type { SafeMode as Mode } from '#shared/desktop/safe-mode.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const MINUTE = 60_000
const ID = 'p-00000001'
const home = { name: 'Halyard', colour: 'blue', icon: 'flag', folder: '/data', port: 'auto' } as const

/** Something that happens to a profile, or passes. */
type Step =
  | { kind: 'allow'; typed: string }
  | { kind: 'lock' | 'activity' | 'look' | 'restart' }
  | { kind: 'wait' | 'sleep'; minutes: number }
  | { kind: 'settings'; safeMode: Mode; idleMinutes: number }

const minutes = fc.constantFrom(1, 5, 15)
const safeMode = fc.constantFrom<Mode>('off', 'on', 'production')
const idleMinutes = fc.constantFrom(0, 1, 5, 15)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('allow' as const), typed: fc.constantFrom('Live', 'Live', 'live') }),
  fc.record({
    kind: fc.constantFrom('lock' as const, 'activity' as const, 'look' as const, 'restart' as const),
  }),
  fc.record({ kind: fc.constantFrom('wait' as const, 'sleep' as const), minutes }),
  fc.record({ kind: fc.constant('settings' as const), safeMode, idleMinutes }),
)

/** A person's expectation: whether the name was typed, and how long ago anything was done. */
class Expected {
  isTyped = false
  idle = 0
  mode: Mode = 'on'
  limit = 15

  get allows(): boolean {
    return this.mode === 'off' || (this.isTyped && (this.limit === 0 || this.idle < this.limit))
  }

  take(one: Step): void {
    if (!this.allows) this.isTyped = false
    switch (one.kind) {
      case 'allow':
        if (one.typed !== 'Live') return
        this.isTyped = true
        this.idle = 0
        return
      case 'lock':
        this.isTyped = false
        return
      case 'activity':
        if (this.isTyped) this.idle = 0
        return
      case 'restart':
        if (this.mode !== 'on') this.isTyped = false
        return
      case 'wait':
      case 'sleep':
        this.idle += one.minutes
        return
      case 'settings':
        this.#change(one.safeMode, one.idleMinutes)
        return
      case 'look':
        return
    }
  }

  #change(mode: Mode, limit: number): void {
    const order: readonly Mode[] = ['off', 'on', 'production']
    const more = order.indexOf(mode) - order.indexOf(this.mode)
    // less protection is refused while it is read-only
    if (more < 0 && !this.allows) return
    if (more > 0) this.isTyped = false
    this.mode = mode
    this.limit = limit
  }
}

describe('safe mode', () => {
  const temp = makeTempFolder()
  afterEach(() => temp.remove())

  it('allows changes only after the name was typed, and until somebody locks it, idles or restarts production', () => {
    let run = 0
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const clock = new FakeClock()
        const folder = `${temp.folder}/${run++}`
        const open = () => new ProfileStore(folder, profileSealer(folder, undefined), home)
        let store = open()
        store.put({
          ...({ kind: 'remote', id: ID, name: 'Live', colour: 'red', icon: 'cloud' } as const),
          ...({ url: 'https://flags.example.com', safeMode: 'on', idleMinutes: 15 } as const),
        })
        let safe = new SafeMode({ store, clock })
        const live = () => store.find(ID) as StoredProfile
        const perform = (one: Step): void => {
          switch (one.kind) {
            case 'allow':
              return safe.allow(live(), one.typed)
            case 'lock':
              return safe.lock(ID)
            case 'activity':
              return safe.noteActivity(ID)
            case 'look':
              return safe.look()
            case 'wait':
              return clock.advance(one.minutes * MINUTE)
            case 'sleep':
              return clock.jump(one.minutes * MINUTE)
            case 'settings':
              safe.prepareFor(live(), one)
              return store.put({ ...live(), safeMode: one.safeMode, idleMinutes: one.idleMinutes })
            case 'restart':
              safe.close()
              store = open()
              safe = new SafeMode({ store, clock })
          }
        }
        const expected = new Expected()
        for (const one of steps) {
          try {
            perform(one)
          } catch (error) {
            // another name, or less protection
            if (!(error instanceof AppError)) throw error
          }
          expected.take(one)
          expect(safe.refusalOf(ID) === undefined).toBe(expected.allows)
        }
        safe.close()
      }),
      { numRuns: 100 },
    )
  })
})
