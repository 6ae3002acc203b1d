import { rmSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { plant, PLANTED_BUGS } from './simulation/planted-bugs.ts'
import { runSimulation, SCRIPT } from './simulation/run-simulations.ts'
import { buildScripts } from './torture/build-process.ts'

/** Simulated hours of a world. */
const HOURS = 2
/** Worlds, from the noted seed on, within which each bug is found. */
const TRIES = 12

it.each(PLANTED_BUGS)('a service that $name is found out', async (bug) => {
  const folder = await buildScripts([SCRIPT], [plant(bug)])
  const script = path.join(folder, `${path.parse(SCRIPT).name}.js`)
  let faults: readonly string[] = []
  for (let seed = bug.seed; faults.length === 0 && seed < bug.seed + TRIES; seed++)
    ({ faults } = await runSimulation(script, { world: bug.world, seed, hours: HOURS }))
  rmSync(folder, { recursive: true })
  console.log(`a service that ${bug.name}: ${faults[0]?.slice(0, 200)}`)
  expect(faults).not.toEqual([])
})
