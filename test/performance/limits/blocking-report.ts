import { appendFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { root } from '#support/runner/root.ts'
import type { Scale } from './fixture/scale.ts'
import type { Blocking } from './measured-server.ts'

const GOAL_MS = 50
const SHOWN = 30
const IN_DOCS = 15
const BLOCKING = path.join(root, 'docs/blocking.md')

/** Longest turn, in milliseconds, and status; a timed-out request has none. */
export interface Row {
  cpuMs: number
  wallMs: number
  totalCpuMs: number
  status?: number
}

/** Report on how long requests blocked the server's event loop. */
export class BlockingReport {
  readonly #rows = new Map<string, Row>()
  readonly #scale: Scale

  constructor(scale: Scale) {
    this.#scale = scale
  }

  add(name: string, { cpuMs, wallMs, totalCpuMs }: Blocking, status?: number): void {
    const row = { cpuMs: Math.round(cpuMs), wallMs: Math.round(wallMs), totalCpuMs: Math.round(totalCpuMs) }
    const whole = { ...row, ...(status === undefined ? {} : { status }) }
    this.#rows.set(name, whole)
    // LIMITS_PROGRESS=<file>: one line per request, for a run that may not finish
    const progress = process.env['LIMITS_PROGRESS']
    if (progress) appendFileSync(progress, `${JSON.stringify({ name, ...whole })}\n`)
  }

  /** Lists the rows, worst first. */
  get worst(): [string, Row][] {
    return [...this.#rows].toSorted(([, a], [, b]) => b.cpuMs - a.cpuMs)
  }

  print(): void {
    const over = this.worst.filter(([, { cpuMs }]) => cpuMs > GOAL_MS).length
    const lines = this.worst
      .slice(0, Math.max(SHOWN, over))
      .map(([name, { cpuMs, wallMs, totalCpuMs, status = '' }]) =>
        [cpuMs, wallMs, totalCpuMs, status]
          .map((one) => String(one).padStart(8))
          .join('')
          .concat(`  ${name}`),
      )
    console.log(
      `${this.#rows.size} measured, ${over} blocked the event loop for more than ${GOAL_MS} ms of CPU time\n` +
        `longest turn: CPU ms, wall ms; CPU ms in all; status\n${lines.join('\n')}`,
    )
  }

  /**
   * Saves the report. LIMITS_REPORT=<file>: every row as JSON. UPDATE_BENCHMARKS=1: the worst into
   * docs/blocking.md.
   */
  save(env: NodeJS.ProcessEnv): void {
    const file = env['LIMITS_REPORT']
    if (file) writeFileSync(file, `${JSON.stringify(Object.fromEntries(this.worst), null, 1)}\n`)
    if (env['UPDATE_BENCHMARKS']) writeFileSync(BLOCKING, this.#asMarkdown())
  }

  #asMarkdown(): string {
    const rows = this.worst.slice(0, IN_DOCS).map(([name, { cpuMs }]) => `| ${name} | ${cpuMs} |`)
    return `# Blocked event loop at the documented limits

Written by \`UPDATE_BENCHMARKS=1 npx vitest run --project limits\`; do not edit. ${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores.

The instance holds 5,000 flags with 30 strategies each, 1,000 projects, 10,000 users, ${this.#scale.events.toLocaleString('en')} events, 1,000,000 signals, 40,000 names of
unknown flags and 500 API tokens (\`test/performance/limits/fixture\`). ${this.#rows.size} requests, jobs and queries of the window were measured one after the other,
against the real backend in a process of its own. A figure is the longest turn of the event loop, in milliseconds of **CPU time of
the main thread**: other processes on the machine do not count, waiting for the disk does not either. Nothing else is answered during a turn.
The goal is ${GOAL_MS} ms. These took longest:

| Request | Turn |
| --- | ---: |
${rows.join('\n')}
`
  }
}
