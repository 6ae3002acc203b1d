import { seededRandom } from '#support/runner/random.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { SimulatedMachine } from './simulated-machine.ts'
import { SimulatedMirror } from './simulated-mirror.ts'
import { SimulatedService } from './simulated-service.ts'
import { takeOver } from './take-over.ts'
import { VirtualNetwork } from './virtual-network.ts'
import { VirtualTime } from './virtual-time.ts'

const START = Date.parse('2026-11-30T09:00:00.000Z')

/** Kinds of worlds: a service with flags of its own, or a mirror of another. */
export const WORLDS = ['service', 'mirror'] as const
export type World = (typeof WORLDS)[number]

export interface SimulationOptions {
  world: World
  seed: number
  /** Simulated hours. */
  hours: number
  /** File that gets a line for each answer, to compare two runs. */
  trace?: string | undefined
}

export interface SimulationReport {
  world: World
  seed: number
  hours: number
  /** Numbers of all that happened. */
  counted: Record<string, number>
  /** Digest of all that was answered, and when. */
  digest: string
  faults: string[]
  /** Real seconds. */
  seconds: number
}

/** Runs a whole backend in a world of its own: everything in it comes from the seed. It takes this process over for good. */
export async function simulate({ world, seed, hours, trace }: SimulationOptions): Promise<SimulationReport> {
  const realNow = performance.now.bind(performance)
  const begun = realNow()
  const time = new VirtualTime(START, seededRandom(seed * 3 + 1))
  const network = new VirtualNetwork(time, seededRandom(seed * 5 + 1))
  const { folder, remove } = makeTempFolder('halyard-simulated-')
  takeOver({ time, random: seededRandom(seed * 3), network })
  const machine = new SimulatedMachine({ seed, trace }, { time, network, folder })
  const living = world === 'service' ? new SimulatedService(machine, seed) : new SimulatedMirror(machine)
  await time.drive(living.run(hours))
  remove()
  const { faults, digest, count } = machine
  const seconds = Math.round((realNow() - begun) / 1000)
  return { world, seed, hours, counted: { ...count, ...living.counted }, digest, faults, seconds }
}
