import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds that the loop takes of the processor on which the bounds were set: that of docs/blocking.md, idle. */
const LOOP_MS = 40
/** The system counts the time of a thread in steps of some milliseconds. */
const ROUNDS = 60

/** Does what the service does most: makes objects and texts, parses and sorts them. */
function loop(): void {
  for (let round = 0; round < ROUNDS; round++) {
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      name: `flag-${(n * 7919) % 1200}`,
      n,
      tags: ['a', `b${n}`],
    }))
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows
    const names = new Map(read.map((row) => [row.name, row]))
    read.sort((a, b) => (a.name < b.name ? -1 : 1))
    if (names.size !== read.length) throw new Error('the loop is wrong')
  }
}

/** Milliseconds of the processor that this thread has taken. Neither other processes nor collecting garbage elsewhere counts. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Other work of the machine comes and goes more slowly. */
const KNOWN_MS = 1000
let known: { slowness: number; at: number } | undefined

/**
 * Measures how much slower this machine is now than the one on which the bounds were set: twice as slow is 2. Takes some 40 ms, unless it
 * was just measured. A measured time divided by it is what the work would take there.
 */
export function slowness(): number {
  if (known && performance.now() - known.at < KNOWN_MS) return known.slowness
  if (!known) loop() // warms it
  const before = threadMs()
  loop()
  known = { slowness: (threadMs() - before) / LOOP_MS, at: performance.now() }
  return known.slowness
}

/** Milliseconds of the processor that some work takes of this thread, on the machine on which the bounds were set. */
export async function processorMs(work: () => unknown): Promise<number> {
  const slow = slowness()
  const before = threadMs()
  await work()
  return (threadMs() - before) / ((slow + slowness()) / 2)
}

/** Times of some work, on the machine on which the bounds were set, in milliseconds of the processor. */
export interface Turns {
  total: number
  /** The longest turn of the event loop meanwhile. */
  longest: number
}

/** Measures some work of this thread, turn by turn of its event loop. What other tests of the worker have left is collected before. */
export async function measureTurns(work: () => Promise<unknown>): Promise<Turns> {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const slow = slowness()
  const from = threadMs()
  let [before, longest] = [from, 0]
  const tick = () => {
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(tick, 1)
  await work()
  tick()
  clearInterval(timer)
  const mean = (slow + slowness()) / 2
  return { total: (before - from) / mean, longest: longest / mean }
}
