// `npm run power-cuts [cuts] [seed]`: cuts the power of the whole service under mixed load. Prints a report; ends with 1 for any fault.
import { cutPower } from './power-cuts.ts'

const [cuts = '200', seed = '20261123'] = process.argv.slice(2)
const options = { cuts: Number(cuts), seed: Number(seed), mostChanges: 1500, restoreEvery: 3 }
const report = await cutPower(options, (line) => console.log(line))
console.log(JSON.stringify(report, null, 1))
process.exit(report.faults.length > 0 ? 1 : 0)
