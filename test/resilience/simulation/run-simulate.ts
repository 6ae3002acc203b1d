// `npm run simulate [hours] [first seed]`: runs whole backends and mirrors in simulated worlds; prints a line for each, and sums.
// `npm run simulate replay <world> <seed> <hours> <file>`: one world again, with a line for each answer in a file.
// Ends with 1 for any fault.
import { rmSync } from 'node:fs'

import { buildSimulation, runSimulation, runSimulations, sumsOf } from './run-simulations.ts'
import { WORLDS, type SimulationReport } from './simulate.ts'

const args = process.argv.slice(2)
const reports: SimulationReport[] = []

function tell(report: SimulationReport): void {
  reports.push(report)
  const { world, seed, hours, counted, digest, faults } = report
  const told = `${hours} h, ${counted['starts']} starts, ${counted['answers']} answers, ${digest.slice(0, 12)}`
  console.log(`${world} ${seed}: ${told}, ${faults.length} faults`)
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0)
    console.log(`  once more: npm run simulate -- replay ${world} ${seed} ${hours} trace.txt`)
}

if (args[0] === 'replay') {
  const [, name, seed = '1', hours = '5', trace = 'trace.txt'] = args
  rmSync(trace, { force: true })
  const world = WORLDS.find((one) => one === name) ?? 'service'
  tell(
    await runSimulation(await buildSimulation(), { world, seed: Number(seed), hours: Number(hours), trace }),
  )
} else {
  const [hours = '1000', seed = '20261130'] = args
  await runSimulations({ hours: Number(hours), seed: Number(seed) }, tell)
  console.log(JSON.stringify(sumsOf(reports), null, 1))
}
process.exit(reports.some(({ faults }) => faults.length > 0) ? 1 : 0)
