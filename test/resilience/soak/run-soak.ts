// `npm run soak [minutes]`: an hour of mixed load. Prints a report; ends with 1 if memory or handles grow.
// `npm run soak large [seconds]`: each operation is asked for as much as its bounds allow, so many seconds long.
import { largeSoak } from './large-soak.ts'
import { soak } from './soak.ts'

const print = (line: string) => console.log(line)
const args = process.argv.slice(2)
if (args[0] === 'large') {
  const { faults } = await largeSoak({ seconds: Number(args[1] ?? 20) }, print)
  console.log(faults)
  process.exit(faults.length > 0 ? 1 : 0)
}
const seconds = Number(args[0] ?? 60) * 60
const report = await soak({ seconds, sampleEvery: Math.max(1, seconds / 120) }, print)
console.log(JSON.stringify({ ...report, samples: report.samples.length }, null, 1))
process.exit(report.faults.length + report.failures.length > 0 ? 1 : 0)
