import { describe, expect, it } from 'vitest'

import { SafeQuit } from './safe-quit.ts'

type Choice = 'quit now' | 'stay'

/** A quit whose message is answered by the test, and shown after a grace of some milliseconds. */
function stage(work: string[], graceMs = 20) {
  const log: string[] = []
  let answer: (choice: Choice) => void = () => undefined
  const quit = new SafeQuit({
    work: () => work,
    drain: (isDraining) => log.push(isDraining ? 'drain' : 'ready again'),
    ask: (lines, done) =>
      new Promise((resolve) => {
        log.push(`asks: ${lines.join(' ')}`)
        done.addEventListener('abort', () => log.push('message closed'))
        answer = resolve
      }),
    quit: () => log.push('quit'),
    onStay: () => log.push('stay'),
    times: { lookMs: 1, graceMs },
  })
  const logged = (line: string) => expect.poll(() => log, { interval: 2 }).toContain(line)
  return { quit, log, logged, answer: (choice: Choice) => answer(choice) }
}

describe('quitting', () => {
  it('is free while nothing is under way, and drains', () => {
    const { quit, log } = stage([])
    expect(quit.mayQuit()).toBe(true)
    expect(log).toEqual(['drain'])
  })

  it('waits for a request that soon ends, without a question', async () => {
    const work = ['A request.']
    const { quit, log, logged } = stage(work, 60_000)
    expect(quit.mayQuit()).toBe(false)
    work.length = 0
    await logged('quit')
    expect(log).toEqual(['drain', 'quit'])
    expect(quit.mayQuit()).toBe(true)
  })

  it('names what takes longer, and quits by itself when that has ended', async () => {
    const work = ['The data is being moved.']
    const { quit, log, logged } = stage(work)
    expect(quit.mayQuit()).toBe(false)
    await logged('asks: The data is being moved.')
    expect(quit.mayQuit()).toBe(false)
    expect(log).not.toContain('quit')
    work.length = 0
    await logged('quit')
    expect(log.slice(-2)).toEqual(['message closed', 'quit'])
  })

  it('quits at once if the person says so', async () => {
    const { quit, logged, answer } = stage(['A request.'])
    quit.mayQuit()
    await logged('asks: A request.')
    answer('quit now')
    await logged('quit')
    expect(quit.mayQuit()).toBe(true)
  })

  it('is given up if the person says so, and serves on', async () => {
    const work = ['A request.']
    const { quit, log, logged, answer } = stage(work)
    quit.mayQuit()
    await logged('asks: A request.')
    answer('stay')
    await logged('stay')
    expect(log).toEqual(['drain', 'asks: A request.', 'message closed', 'ready again', 'stay'])
    // the next time everything is looked at anew
    work.length = 0
    expect(quit.mayQuit()).toBe(true)
    expect(log.at(-1)).toBe('drain')
  })
})
