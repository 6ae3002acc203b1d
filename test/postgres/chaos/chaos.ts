// `npm run chaos [minutes] [session|transaction]`: several Halyards on one database that fails in every way, by hand (test/postgres/README.md).
import { runChaos, type Disaster } from './run-chaos.ts'

const [, , minutes = '5', pooling = 'session'] = process.argv

function* disasters(): Generator<Disaster> {
  const round = [
    'kill a Halyard',
    'halt a Halyard',
    'cut a Halyard off',
    'crash the database',
    'kill a Halyard',
    'cut a Halyard off',
    'fail over',
  ] as const
  const until = Date.now() + Number(minutes) * 60_000
  while (Date.now() < until) yield* round
}

const began = Date.now()
const note = (text: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1)} s: ${text}`)
const { history, ...figures } = await runChaos(disasters(), { pauseMs: 3000, pooling, note })
console.log(JSON.stringify({ calls: history.length, ...figures }, null, 2))
const { lost, twice, refusedButThere, disordered, surprises, staleReads, different, anomalies } = figures
const isBad =
  [lost, twice, refusedButThere, disordered, surprises, anomalies].some((list) => list.length > 0) ||
  staleReads + different > 0
process.exit(isBad ? 1 : 0)
