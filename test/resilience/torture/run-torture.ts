// `npm run torture [kills] [seed]`: kills the whole service under mixed load. Prints a report; ends with 1 for any fault.
import { torture } from './torture.ts'

const [kills = '200', seed = '20261123'] = process.argv.slice(2)
const options = { kills: Number(kills), seed: Number(seed), mostWrites: 150, restoreEvery: 5 }
const report = await torture(options, (line) => console.log(line))
console.log(JSON.stringify(report, null, 1))
process.exit(report.faults.length > 0 ? 1 : 0)
