import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { buildProcess } from '../torture/build-process.ts'
import { WORLDS, type SimulationOptions, type SimulationReport } from './simulate.ts'

/** Simulated hours of one world: what is kept for two days is all there in the end. */
export const HOURS_OF_ONE = 5
/** Worlds at a time. */
const AT_ONCE = 2

/** Script of a simulation. */
export const SCRIPT = path.join(import.meta.dirname, 'simulation-process.ts')

/** Bundles the script. Returns the file. */
export const buildSimulation = (): Promise<string> => buildProcess(SCRIPT)

/** Simulates one world in a process of its own. Rejects if the process fails. */
export async function runSimulation(
  script: string,
  { world, seed, hours, trace }: SimulationOptions,
): Promise<SimulationReport> {
  const args = [script, world, String(seed), String(hours), ...(trace === undefined ? [] : [trace])]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as SimulationReport
}

/** Simulates so many hours of each kind of world, each of five hours with a seed of its own; tells each report. */
export async function runSimulations(
  { hours, seed }: { hours: number; seed: number },
  tell: (report: SimulationReport) => void,
): Promise<void> {
  const script = await buildSimulation()
  const left = Array.from({ length: Math.ceil(hours / HOURS_OF_ONE) }, (_, index) => seed + index).flatMap(
    (one) => WORLDS.map((world) => ({ world, seed: one, hours: Math.min(hours, HOURS_OF_ONE) })),
  )
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      tell(await runSimulation(script, next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Adds up what reports count, by world. */
export function sumsOf(reports: readonly SimulationReport[]): Record<string, Record<string, number>> {
  const sums: Record<string, Record<string, number>> = {}
  for (const { world, hours, seconds, counted } of reports) {
    const sum = (sums[world] ??= {})
    for (const [name, value] of Object.entries({ worlds: 1, hours, seconds, ...counted }))
      sum[name] = (sum[name] ?? 0) + value
  }
  return sums
}
