// `npm run prove-signals [signals] [kills] [seed]`: sends signals to a service that is killed. Prints a report; ends with 1 for any fault.
import { proveSignals } from './prove-signals.ts'

const [signals = '1000000', kills = '200', seed = '20261129'] = process.argv.slice(2)
const options = { signals: Number(signals), kills: Number(kills), seed: Number(seed) }
const report = await proveSignals(options, (line) => console.log(line))
console.log(JSON.stringify(report, null, 1))
process.exit(report.faults > 0 ? 1 : 0)
