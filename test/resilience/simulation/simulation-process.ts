// Simulates a whole backend, and prints a report as JSON. Usage: simulation-process.ts service|mirror <seed> <hours> [file of the trace].
import { simulate, WORLDS } from './simulate.ts'

const [name, seed = '1', hours = '5', trace] = process.argv.slice(2)
const world = WORLDS.find((one) => one === name) ?? 'service'
const report = await simulate({ world, seed: Number(seed), hours: Number(hours), trace })
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)
