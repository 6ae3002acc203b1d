// The end of `npm run bench`: writes docs/benchmarks.md with its chart, and figures.md here, from what the benches printed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { root } from '#support/runner/root.ts'
import { drawGrowth } from './draw-growth.ts'
import { GOALS, type Goal } from './goals.ts'
import { figureOf, readFigures, readTables } from './read-output.ts'
import { growthTable, ratioTable } from './report-tables.ts'
import { machine } from './report.ts'

const OUTPUTS = path.join(root, 'test-results/bench')
const FIGURES = path.join(import.meta.dirname, 'figures.md')
const measured = readdirSync(OUTPUTS).map(
  (file) => [path.parse(file).name, readFileSync(path.join(OUTPUTS, file), 'utf8')] as const,
)
// parts that were not measured now keep what they printed last
const outputs = new Map(
  [...readFigures(readFileSync(FIGURES, 'utf8')), ...measured].toSorted(([one], [other]) =>
    one.localeCompare(other),
  ),
)

const loadsIn = (output: string) => [...output.matchAll(/, load ([\d.]+)$/gm)].map(([, load]) => Number(load))
const loads = [...outputs.values()].flatMap(loadsIn)
/** Checks that a figure is of the clock, and was taken beside other work. */
const isOfBusyMachine = ({ bench, unit }: Goal) =>
  !/CPU|MB/.test(unit) && loadsIn(outputs.get(bench) ?? '').some((load) => load > os.cpus().length)

const goals = GOALS.map((goal) => {
  const figure = figureOf(goal, outputs.get(goal.bench) ?? '')
  const isReached = goal.better === 'lower' ? (figure ?? NaN) <= goal.goal : (figure ?? NaN) >= goal.goal
  const missed = isOfBusyMachine(goal) ? 'missed, on a busy machine' : 'missed'
  const outcome = figure === undefined ? 'not measured' : isReached ? 'reached' : missed
  const sign = goal.better === 'lower' ? 'at most' : 'at least'
  return `| ${goal.name} | ${sign} ${goal.goal.toLocaleString('en')} ${goal.unit} | ${figure?.toLocaleString('en') ?? '–'} | ${outcome} |`
})

const growth = outputs.get('growth')
if (growth !== undefined) writeFileSync(path.join(root, 'docs/growth.svg'), drawGrowth(readTables(growth)))

const conditions =
  loads.length === 0
    ? 'No part has been measured since the report exists.'
    : `The load of the machine was ${Math.min(...loads)} to ${Math.max(...loads)} in the five minutes before the end of each part: above the
number of cores, rates and times are worse than those of a machine that does nothing else; CPU times are comparable.`

const parts = [...outputs].map(([name, output]) => `## ${name}\n\n\`\`\`text\n${output.trim()}\n\`\`\``)
const text = `# Benchmarks

Written by \`npm run bench\`; do not edit. ${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model ?? ''}, ${machine()}.
${conditions}

[test/performance/bench](../test/performance/bench/README.md) says what each part measures,
[figures](../test/performance/bench/figures.md) has what they printed, and [blocking](blocking.md) how long requests block others.
[Beside the original](field.md) has what was measured of both in one run. Where the two differ, that counts: times belong to a machine and an hour.

## Goals

Goals of the frontend API began as multiples of the rates of the original on another machine, turned into CPU time of one request.

| Goal | | Measured | |
| --- | --- | ---: | --- |
${goals.join('\n')}

## Beside a bare Fastify server

It answers the same bytes, read once; for signals it appends what it gets to a file and calls fdatasync. It neither evaluates nor stores.

${ratioTable([...outputs.values()].flatMap(readTables))}

## Growth

${growth === undefined ? 'Not measured.' : `${growthTable(readTables(growth))}\n\n![CPU time of requests by the number of flags](growth.svg)`}
`
writeFileSync(path.join(root, 'docs/benchmarks.md'), text)
writeFileSync(
  FIGURES,
  `# Figures of the benches\n\nWritten by \`npm run bench\`; do not edit.\n\n${parts.join('\n\n')}\n`,
)
