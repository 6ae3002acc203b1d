// `npm run bench:field`: Halyard on its file beside the original on PostgreSQL, in one run, and a page about it in test-results.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { root } from '#support/runner/root.ts'
import { median, sendLoad } from '../bench/load.ts'
import { machine, print, row } from '../bench/report.ts'
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
/** A measurement of both sides: how many times better Halyard is. */
interface Compared {
  name: string
  flags: number
  rate?: number
  cpu?: number
  ours: string
  theirs: string
}

async function measure({ side, tokens }: Sided, request: Measured, flags: number, seconds: number) {
  const target = await request.target(side, tokens, flags)
  const before = cpuOf(side)
  const { amount, callers: connections } = request
  const length =
    amount === undefined ? { duration: seconds } : { amount: Math.round((amount * seconds) / SECONDS) }
  const { rate, answers } = await sendLoad(target, { connections, ...length })
  return { rate, cpuMs: (1000 * (cpuOf(side) - before)) / answers }
}

async function compare(ours: Sided, theirs: Sided, request: Measured, flags: number): Promise<Compared> {
  const pairs: { ours: Figures; theirs: Figures }[] = []
  for (const sided of [ours, theirs]) await measure(sided, request, flags, 1) // warm
  for (let pair = 0; pair < PAIRS; pair++)
    pairs.push({
      ours: await measure(ours, request, flags, SECONDS),
      theirs: await measure(theirs, request, flags, SECONDS),
    })
  const told = (which: 'ours' | 'theirs') =>
    `${median(pairs.map((one) => one[which].rate)).toFixed(0)}/s, ${median(pairs.map((one) => one[which].cpuMs)).toFixed(3)} ms`
  return {
    name: request.name,
    flags,
    // the load generator counts time by whole seconds
    ...(request.amount === undefined
      ? { rate: median(pairs.map((one) => one.ours.rate / one.theirs.rate)) }
      : {}),
    cpu: median(pairs.map((one) => one.theirs.cpuMs / one.ours.cpuMs)),
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
    const compared = await compare(ours, theirs, request, flags)
    print(
      row([
        compared.name,
        String(flags),
        timesOf(compared.rate),
        timesOf(compared.cpu),
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

const timesOf = (ratio: number | undefined) =>
  ratio === undefined ? '–' : `${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)}x`

function pageOf(all: readonly Compared[], load: string): string {
  const names = [...new Set(all.map(({ name }) => name))]
  const cell = (name: string, flags: number) => {
    const found = all.find((one) => one.name === name && one.flags === flags)
    if (!found) return '–'
    return found.cpu === undefined ? timesOf(found.rate) : `${timesOf(found.rate)} / ${timesOf(found.cpu)}`
  }
  return `# Beside the original

Written by \`npm run bench:field\`; do not edit. ${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model ?? ''}, ${machine()}, load ${load}.

Halyard on its own file, and unleash-server 7.6.5 on PostgreSQL, which waits for the disk as it comes. Both run on this machine with the same flags,
each as a process of its own, and answer the same requests in turns: ${PAIRS} pairs of ${SECONDS} seconds, ${STARTS} starts. A figure is the median of the
ratios: how many times the rate, and after the stroke how many times less of the processor an answer takes, the database's part among it.
Memory is that of all processes; a page that several share is counted once.

| | ${SIZES.map((size) => `${size.toLocaleString('en')} flags`).join(' | ')} |
| --- | ${SIZES.map(() => '---:').join(' | ')} |
${names.map((name) => `| ${name} | ${SIZES.map((size) => cell(name, size)).join(' | ')} |`).join('\n')}

## What was measured

Absolute figures belong to this machine and hour: the rate, and milliseconds of the processor for an answer.

| | Flags | Halyard | Original |
| --- | ---: | ---: | ---: |
${all.map(({ name, flags, ours, theirs }) => `| ${name} | ${flags.toLocaleString('en')} | ${ours} | ${theirs} |`).join('\n')}
`
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-field-'))
try {
  const all: Compared[] = []
  for (const flags of SIZES) all.push(...(await compareSize(flags, folder)))
  const load = os.loadavg()[1]?.toFixed(1) ?? ''
  const results = path.join(root, 'test-results/field')
  mkdirSync(results, { recursive: true })
  writeFileSync(path.join(results, 'README.md'), pageOf(all, load))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
