// `npm run bench:field`: Halyard on its file beside the original on PostgreSQL, in one run, and a page about it in docs/field.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { root } from '#support/runner/root.ts'
import { median, sendLoad, type Target } from '../bench/load.ts'
import { print, row } from '../bench/report.ts'
import { startBare } from './bare-side.ts'
import { pageOf, timesOf, type Compared } from './field-page.ts'
import { MEASURED, type Measured } from './requests.ts'
import { cpuOf, halyardIn, memoryOf, originalIn, seedSide, type SdkTokens, type Side } from './side.ts'

const SIZES = (process.env['HALYARD_FIELD_FLAGS'] ?? '100,1000,5000').split(',').map(Number)
/** Pairs of measurements, Halyard and the original in turns. */
const PAIRS = Number(process.env['HALYARD_FIELD_PAIRS'] ?? 5)
const SECONDS = 3
const STARTS = 5
/** Quiet time before memory at rest is read. */
const REST_MS = 5000

interface Sided {
  side: Side
  tokens: SdkTokens
}
interface Figures {
  rate: number
  /** Milliseconds of the processor for one answer, those of the database among them. */
  cpuMs: number
}
async function measure(pids: () => number[], target: Target, request: Measured, seconds: number) {
  const { amount, callers: connections } = request
  const length =
    amount === undefined ? { duration: seconds } : { amount: Math.round((amount * seconds) / SECONDS) }
  const before = cpuOf({ pids })
  const { rate, answers } = await sendLoad(target, { connections, ...length })
  return { rate, cpuMs: (1000 * (cpuOf({ pids }) - before)) / answers }
}

async function compare(
  ours: Sided,
  theirs: Sided,
  request: Measured,
  { flags, folder }: { flags: number; folder: string },
): Promise<Compared> {
  const targetOf = ({ side, tokens }: Sided) => request.target(side, tokens, flags)
  const [here, there] = [await targetOf(ours), await targetOf(theirs)]
  const bare = request.writes ? undefined : await startBare(here, folder)
  const measured = {
    ours: async (seconds: number) => measure(ours.side.pids, await targetOf(ours), request, seconds),
    theirs: (seconds: number) => measure(theirs.side.pids, there, request, seconds),
    ...(bare ? { bare: (seconds: number) => measure(() => [bare.pid], bare.target, request, seconds) } : {}),
  }
  type Name = keyof typeof measured
  for (const warm of Object.values(measured)) await warm(1)
  const turns: Partial<Record<Name, Figures>>[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const turn: Partial<Record<Name, Figures>> = {}
    for (const [name, run] of Object.entries(measured)) turn[name as Name] = await run(SECONDS)
    turns.push(turn)
  }
  await bare?.stop()
  const of = (name: Name, figure: keyof Figures) => turns.map((turn) => turn[name]?.[figure] ?? Number.NaN)
  const ratio = (a: readonly number[], b: readonly number[]) =>
    median(a.map((value, at) => value / (b[at] ?? Number.NaN)))
  const told = (name: Name) =>
    `${median(of(name, 'rate')).toFixed(0)}/s, ${median(of(name, 'cpuMs')).toFixed(3)} ms`
  return {
    name: request.name,
    flags,
    // the load generator counts time by whole seconds
    ...(request.amount === undefined ? { rate: ratio(of('ours', 'rate'), of('theirs', 'rate')) } : {}),
    cpu: ratio(of('theirs', 'cpuMs'), of('ours', 'cpuMs')),
    ...(bare ? { most: ratio(of('theirs', 'cpuMs'), of('bare', 'cpuMs')), bare: told('bare') } : {}),
    ours: told('ours'),
    theirs: told('theirs'),
  }
}

async function compareSize(flags: number, folder: string): Promise<Compared[]> {
  const original = await originalIn(`field_${flags}`)
  const starts = { ours: halyardIn(path.join(folder, String(flags))), theirs: original.start }
  const [first, firstThere] = [await starts.ours(), await starts.theirs()]
  const tokens = { ours: await seedSide(first, flags), theirs: await seedSide(firstThere, flags) }
  await Promise.all([first.stop(), firstThere.stop()])

  const times: { ours: number; theirs: number }[] = []
  for (let start = 0; start < STARTS; start++) {
    const [one, other] = [await starts.ours(), await starts.theirs()]
    times.push({ ours: one.startedIn, theirs: other.startedIn })
    await Promise.all([one.stop(), other.stop()])
  }
  const [ours, theirs] = [
    { side: await starts.ours(), tokens: tokens.ours },
    { side: await starts.theirs(), tokens: tokens.theirs },
  ]
  const all: Compared[] = [
    {
      ...{ name: 'start to /health', flags },
      rate: median(times.map((one) => one.theirs / one.ours)),
      ours: `${median(times.map((one) => one.ours)).toFixed(0)} ms`,
      theirs: `${median(times.map((one) => one.theirs)).toFixed(0)} ms`,
    },
  ]
  const memory = (name: string): Compared => {
    const [here, there] = [memoryOf(ours.side), memoryOf(theirs.side)]
    return {
      name,
      flags,
      rate: there / here,
      ours: `${here.toFixed(0)} MB`,
      theirs: `${there.toFixed(0)} MB`,
    }
  }
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  all.push(memory('memory at rest'))
  for (const request of MEASURED.filter(({ upTo = Infinity }) => flags <= upTo)) {
    const compared = await compare(ours, theirs, request, { flags, folder })
    print(
      row([
        compared.name,
        String(flags),
        timesOf(compared.rate),
        timesOf(compared.cpu),
        timesOf(compared.most),
        compared.ours,
        compared.theirs,
      ]),
    )
    all.push(compared)
  }
  all.push(memory('memory after load'))
  await Promise.all([ours.side.stop(), theirs.side.stop()])
  await original.end()
  return all
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-field-'))
try {
  const all: Compared[] = []
  for (const flags of SIZES) all.push(...(await compareSize(flags, folder)))
  const load = os.loadavg()[1]?.toFixed(1) ?? ''
  const page = pageOf(all, { sizes: SIZES, pairs: PAIRS, seconds: SECONDS, starts: STARTS, load })
  // a part of it is to be looked at, not published
  if (process.env['HALYARD_FIELD_FLAGS'] === undefined) writeFileSync(path.join(root, 'docs/field.md'), page)
  else print(page)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
