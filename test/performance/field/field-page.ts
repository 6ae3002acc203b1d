import os from 'node:os'

import { machine } from '../bench/report.ts'

/** A measurement of both sides: how many times better Halyard is. */
export interface Compared {
  name: string
  flags: number
  rate?: number
  cpu?: number
  /** The same for a bare server, of the processor: more is not to be had on Node. */
  most?: number
  ours: string
  theirs: string
  bare?: string
}

/** Terms of a run. */
interface Run {
  sizes: readonly number[]
  pairs: number
  seconds: number
  starts: number
  /** Load of the machine. */
  load: string
}

/** Times better than the original that a measurement is to be, at the numbers of flags that are named, else at all. */
interface Goal {
  name: string
  times: number
  flags?: number
}

const GOALS: readonly Goal[] = [
  { name: 'start to /health', times: 12 },
  { name: 'memory at rest', times: 3 },
  { name: 'memory after load', times: 4 },
  { name: 'client features, unchanged (304)', times: 5 },
  { name: 'client features, whole', times: 30 },
  { name: 'client features, compressed', times: 60 },
  { name: 'frontend, another user each time', times: 8, flags: 1000 },
  { name: 'frontend, another user each time', times: 15, flags: 5000 },
  { name: 'frontend, ten users again and again', times: 25, flags: 1000 },
  { name: 'frontend, ten users again and again', times: 50, flags: 5000 },
  { name: 'metrics of an application', times: 10 },
  { name: 'switch a flag, alone', times: 8 },
  { name: 'switch a flag, 8 callers', times: 10 },
  { name: 'create a flag, alone', times: 8 },
  { name: 'create a flag, 8 callers', times: 10 },
]

/** A goal with its figures, and whether it is reached at every size. */
function goalRow({ name, times, flags }: Goal, all: readonly Compared[]): string {
  const found = all.filter((one) => one.name === name && (flags ?? one.flags) === one.flags)
  const reached = (one: Compared) => (one.cpu ?? one.rate ?? 0) >= times
  const beyond = (one: Compared) => one.most !== undefined && one.most < times
  const cells = found.map((one) => {
    const verdict = reached(one) ? '' : beyond(one) ? `, of ${timesOf(one.most)} at most` : ''
    return `${timesOf(one.cpu ?? one.rate)} at ${one.flags.toLocaleString('en')}${verdict}`
  })
  const missed = found.filter((one) => !reached(one))
  const verdict =
    missed.length === 0 ? 'reached' : missed.every(beyond) ? 'beyond a server on Node' : 'missed'
  return `| ${name}: ${times}x | ${cells.join('; ')} | ${verdict} |`
}

/** A ratio as people read it. */
export const timesOf = (ratio: number | undefined) =>
  ratio === undefined ? '–' : `${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)}x`

/** Writes the page of a run: ratios first, what was measured last. */
export function pageOf(all: readonly Compared[], { sizes, pairs, seconds, starts, load }: Run): string {
  const names = [...new Set(all.map(({ name }) => name))]
  const cell = (name: string, flags: number) => {
    const found = all.find((one) => one.name === name && one.flags === flags)
    if (!found) return '–'
    if (found.cpu === undefined) return timesOf(found.rate)
    const most = found.most === undefined ? '' : ` of ${timesOf(found.most)}`
    return `${timesOf(found.rate)} / ${timesOf(found.cpu)}${most}`
  }
  return `# Beside the original

Written by \`npm run bench:field\`; do not edit. ${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model ?? ''}, ${machine()}, load ${load}.

Halyard on its own file, and unleash-server 7.6.5 on PostgreSQL, which waits for the disk as it comes. Both run on this machine with the same flags,
each as a process of its own, and answer the same requests in turns: ${pairs} pairs of ${seconds} seconds, ${starts} starts. Each figure is the median of the
ratios. The first number is the rate of answers as a multiple of the original's; the one after the stroke says how many times less processor
time an answer takes, with that of the database. After *of* stand the numbers of a bare Fastify server that sends the bytes of Halyard's answer,
and neither checks nor counts: no server on Node does more.
Memory is that of all processes; a page that several share is counted once.

| | ${sizes.map((size) => `${size.toLocaleString('en')} flags`).join(' | ')} |
| --- | ${sizes.map(() => '---:').join(' | ')} |
${names.map((name) => `| ${name} | ${sizes.map((size) => cell(name, size)).join(' | ')} |`).join('\n')}

## Goals

In processor time, for starts in time. A goal beyond what the bare server reaches cannot be met on Node, whatever Halyard does.

| Goal | Measured | |
| --- | --- | --- |
${GOALS.map((goal) => goalRow(goal, all)).join('\n')}

## What was measured

Absolute figures belong to this machine and hour: the rate, and milliseconds of the processor for an answer.

| | Flags | Halyard | Original | Bare Fastify |
| --- | ---: | ---: | ---: | ---: |
${all.map(({ name, flags, ours, theirs, bare = '' }) => `| ${name} | ${flags.toLocaleString('en')} | ${ours} | ${theirs} | ${bare} |`).join('\n')}
`
}
