import { setTimeout as sleep } from 'node:timers/promises'

import type { Reading, Turn } from './judging-server.ts'
import { median } from './load.ts'
import { medianRatio, type PairedRatio } from './paired-ratio.ts'

/** Length of the measured part of a slice. */
const SLICE_MS = 40
/**
 * Length of the ignored start of a slice: requests in flight at the switch, and the engine's reaction to it.
 */
const DROPPED_MS = 10
const WARM_MS = 1500

type Ask = (turn: Turn) => Promise<Reading>

/** Figures of the slices with what is measured, and of those without. */
export interface Compared {
  on: number
  off: number
  ratio: PairedRatio
}

export interface SlicesMeasured {
  /** Responses per second. */
  rate: Compared
  /** CPU time per response, in microseconds. */
  cpu: Compared
  /** Share of a core that the server kept busy: an idle server would not show its cost. */
  busy: number
}

/**
 * Turns something on and off under a load that goes on, in rounds of four slices: on, off, off, on, and the next the other
 * way round. A round compares the two with it to the two without, so what only grows or fades meanwhile falls out.
 * Where `turnOf` gives the same turn for both, what the bench finds is its own error.
 */
export async function measureSlices(
  ask: Ask,
  rounds: number,
  turnOf: (isOn: boolean) => Turn,
): Promise<SlicesMeasured> {
  const slice = async (isOn: boolean): Promise<Reading> => {
    const turn = turnOf(isOn)
    await ask(turn)
    await sleep(DROPPED_MS)
    const start = await ask(turn)
    await sleep(SLICE_MS)
    const end = await ask(turn)
    return { calls: end.calls - start.calls, ms: end.ms - start.ms, cpu: end.cpu - start.cpu }
  }
  for (const isOn of [true, false]) {
    await ask(turnOf(isOn))
    await sleep(WARM_MS)
  }
  const on: Reading[] = []
  const off: Reading[] = []
  for (let round = 0; round < rounds; round++) {
    const slices = { on: [] as Reading[], off: [] as Reading[] }
    const first = round % 2 === 0
    for (const isOn of [first, !first, !first, first]) slices[isOn ? 'on' : 'off'].push(await slice(isOn))
    on.push(sum(slices.on))
    off.push(sum(slices.off))
  }
  return {
    rate: compare(on, off, ({ calls, ms }) => (calls / ms) * 1000),
    cpu: compare(on, off, ({ calls, cpu }) => cpu / calls),
    busy: median([...on, ...off].map(({ cpu, ms }) => cpu / 1000 / ms)),
  }
}

const sum = (readings: readonly Reading[]): Reading => ({
  calls: readings.reduce((all, { calls }) => all + calls, 0),
  ms: readings.reduce((all, { ms }) => all + ms, 0),
  cpu: readings.reduce((all, { cpu }) => all + cpu, 0),
})

/** Compares one figure of the slices; slices of the same round are paired. */
function compare(on: readonly Reading[], off: readonly Reading[], read: (one: Reading) => number): Compared {
  const [withIt, without] = [on.map(read), off.map(read)]
  const ratios = withIt.map((value, round) => value / (without[round] ?? Number.NaN))
  // without a response in one of them the server did not run: there is nothing to compare
  const compared = ratios.filter((ratio) => !Number.isNaN(ratio))
  return { on: median(withIt), off: median(without), ratio: medianRatio(compared) }
}
