import type { Blocking } from './measured-server.ts'

const GOAL_MS = 250
const SHOWN = 30

/** How long the event loop of the server was blocked, by what it was asked. */
export class BlockingReport {
  readonly #rows = new Map<string, Blocking>()

  add(name: string, blocking: Blocking): void {
    this.#rows.set(name, blocking)
  }

  /** The worst first. */
  get worst(): [string, Blocking][] {
    return [...this.#rows].toSorted(([, a], [, b]) => b.cpuMs - a.cpuMs)
  }

  print(): void {
    const over = this.worst.filter(([, { cpuMs }]) => cpuMs > GOAL_MS).length
    const lines = this.worst
      .slice(0, Math.max(SHOWN, over))
      .map(
        ([name, { cpuMs, wallMs, totalCpuMs }]) =>
          [cpuMs, wallMs, totalCpuMs].map((ms) => ms.toFixed(0).padStart(8)).join('') + `  ${name}`,
      )
    console.log(
      `${this.#rows.size} measured, ${over} blocked the event loop for more than ${GOAL_MS} ms of CPU time\n` +
        `longest turn: CPU ms, wall ms; CPU ms in all\n${lines.join('\n')}`,
    )
  }
}
