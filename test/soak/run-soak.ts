// `npm run soak [minutes]`: an hour of mixed load. Prints a report; ends with 1 if memory or handles grow.
import { soak } from './soak.ts'

const [minutes = '60'] = process.argv.slice(2)
const seconds = Number(minutes) * 60
const report = await soak({ seconds, sampleEvery: Math.max(1, seconds / 120) }, (line) => console.log(line))
console.log(JSON.stringify({ ...report, samples: report.samples.length }, null, 1))
process.exit(report.faults.length + report.failures.length > 0 ? 1 : 0)
