import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { CrashRecovery } from './crash-recovery.ts'

/** A window that notes what is loaded in it, and when: while its process is ending, nothing may be. */
function startWindow() {
  const loaded: string[] = []
  const state = { isEnding: false, isDestroyed: false, now: 0 }
  const load = (what: string) => {
    if (state.isEnding) throw new Error('the process is not gone yet')
    loaded.push(what)
  }
  const webContents = Object.assign(new EventEmitter(), { reload: () => load('the page') })
  const window = {
    webContents,
    isDestroyed: () => state.isDestroyed,
    loadURL: (url: string) => Promise.resolve(load(url)),
  }
  const recovery = new CrashRecovery(
    () => 'the error page',
    () => state.now,
  )
  recovery.watch(window)
  const crash = async (reason = 'crashed') => {
    state.isEnding = true
    webContents.emit('render-process-gone', {}, { reason })
    state.isEnding = false
    await nextTurn()
  }
  const come = () => webContents.emit('did-finish-load')
  return { crash, come, loaded, state, recovery }
}

describe('a window whose page crashes', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('loads it again, and shows an error page if it crashes again within a minute', async () => {
    const { crash, loaded, state, recovery } = startWindow()
    await crash()
    expect(loaded).toEqual(['the page'])
    expect([recovery.takeNotice(), recovery.takeNotice()]).toEqual([true, false])
    state.now = 59_999
    await crash()
    state.now += 60_000
    await crash()
    expect(loaded).toEqual(['the page', 'the error page', 'the page'])
  })

  it('loads it again until it comes, or crashes once more, each time after a longer wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { crash, loaded, come } = startWindow()
    await crash()
    vi.advanceTimersByTime(30_000)
    expect(loaded).toEqual(['the page', 'the page'])
    vi.advanceTimersByTime(59_999)
    expect(loaded).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(loaded).toEqual(['the page', 'the page', 'the page'])
    await crash()
    vi.advanceTimersByTime(30_000)
    come()
    vi.advanceTimersByTime(300_000)
    expect(loaded.slice(3)).toEqual(['the error page', 'the error page'])
  })

  it('loads nothing where the page ended by itself, or the window is gone', async () => {
    const { crash, loaded, state } = startWindow()
    await crash('clean-exit')
    const crashed = crash()
    state.isDestroyed = true
    await crashed
    expect(loaded).toEqual([])
  })
})
