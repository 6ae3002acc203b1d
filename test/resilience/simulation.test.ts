import { expect, it } from 'vitest'

import {
  buildSimulation,
  HOURS_OF_ONE,
  runSimulation,
  runSimulations,
  sumsOf,
} from './simulation/run-simulations.ts'
import { WORLDS, type SimulationReport } from './simulation/simulate.ts'

it(`a service and a mirror keep their promises through ${HOURS_OF_ONE} simulated hours each of kills, power cuts and failures`, async () => {
  const reports: SimulationReport[] = []
  await runSimulations({ hours: HOURS_OF_ONE, seed: 6 }, (report) => reports.push(report))
  const { service = {}, mirror = {} } = sumsOf(reports)
  console.log(`simulated: ${JSON.stringify({ service, mirror })}`)
  expect(reports.flatMap(({ faults }) => faults)).toEqual([])
  // the test proves nothing unless they were at work, and were disturbed
  const of = (counted: Record<string, number>, ...names: string[]) =>
    names.reduce((sum, name) => sum + (counted[name] ?? 0), 0)
  expect(of(service, 'acknowledged')).toBeGreaterThan(HOURS_OF_ONE * 50)
  expect(of(service, 'kills', 'cuts')).toBeGreaterThan(1)
  expect(of(service, 'fullDisks', 'failedSyncs', 'clockJumps')).toBeGreaterThan(1)
  expect(of(service, 'told')).toBeGreaterThan(HOURS_OF_ONE * 20)
  expect(of(mirror, 'promised')).toBeGreaterThan(HOURS_OF_ONE * 20)
  expect(of(mirror, 'kills', 'cuts')).toBeGreaterThan(1)
  expect(of(mirror, 'revisions')).toBeGreaterThan(2)
  expect(of(mirror, 'flagsRead')).toBeGreaterThan(HOURS_OF_ONE * 10)
})

it.each(WORLDS)('a seed gives one history of a %s, to the byte and the millisecond', async (world) => {
  const script = await buildSimulation()
  const options = { world, seed: 7, hours: HOURS_OF_ONE / 10 }
  const [one, again] = await Promise.all([runSimulation(script, options), runSimulation(script, options)])
  expect(one.counted['answers']).toBeGreaterThan(20)
  expect({ ...again, seconds: 0 }).toEqual({ ...one, seconds: 0 })
  const other = await runSimulation(script, { ...options, seed: 8 })
  expect(other.digest).not.toBe(one.digest)
})
