// A long search: `node test/resilience/fuzz/run-sequence.ts [requests] [seed]`, on Node 24. Prints a report; ends with 1 for any fault.
import { runSequence } from './sequence.ts'

const [requests = '200000', seed = '20261122'] = process.argv.slice(2)
const report = await runSequence({ requests: Number(requests), seed: Number(seed) }, (line) =>
  console.log(line),
)
console.log(JSON.stringify(report, null, 1))
process.exit(report.faults.length + report.broken.length + report.undeclared.length > 0 ? 1 : 0)
