import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'

import { userEnvironment } from '../runner/user-environment.ts'
import { PATIENCE_MS } from '../runner/patience.ts'

interface ProgramOptions {
  cwd?: string
  /** Variables in addition to those of a user's terminal. */
  env?: Readonly<Record<string, string>>
  /** Signals reach its children too, as Ctrl+C in a terminal does. */
  asGroup?: boolean
}

/** Runs a program to its end, as in a user's terminal; returns what it printed. Throws if it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env }: ProgramOptions = {},
): Promise<string> {
  const options = { cwd, env: userEnvironment(env), maxBuffer: 64 * 1024 * 1024 }
  const running = promisify(execFile)(command, args, options)
  running.child.stdin?.end()
  return (await running).stdout
}

/** A process in the environment of a user's terminal. Its output can be waited for; it ends with the test. */
export class Program {
  readonly child: ChildProcess
  #output = ''
  #isClosed = false
  readonly #asGroup: boolean

  constructor(command: string, args: readonly string[], { cwd, env, asGroup = false }: ProgramOptions = {}) {
    this.#asGroup = asGroup
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe']
    this.child = spawn(command, args, { stdio, cwd, env: userEnvironment(env), detached: asGroup })
    const add = (chunk: Buffer) => (this.#output += chunk.toString())
    this.child.stdout?.on('data', add)
    this.child.stderr?.on('data', add)
    this.child.once('close', () => (this.#isClosed = true))
  }

  get hasEnded(): boolean {
    return this.#isClosed
  }

  /** All it has said so far. */
  get output(): string {
    return this.#output
  }

  /** Waits until it has said something after the first `from` characters; answers the match. */
  async says(pattern: RegExp, { from = 0, withinMs = PATIENCE_MS } = {}): Promise<RegExpExecArray> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const match = pattern.exec(this.#output.slice(from))
      if (match) return match
      if (this.#isClosed || performance.now() > deadline) {
        const why = this.#isClosed ? 'it has ended' : `not within ${withinMs} ms`
        throw new Error(`${pattern} was not said (${why}); it said:\n${this.#output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Waits for its end; answers the exit code. */
  async ends(): Promise<number | null> {
    if (!this.#isClosed) await new Promise((resolve) => this.child.once('close', resolve))
    return this.child.exitCode
  }

  /** Ends it, if it has not ended yet. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#isClosed) return
    const closed = new Promise((resolve) => this.child.once('close', resolve))
    if (this.#asGroup && this.child.pid !== undefined) process.kill(-this.child.pid, signal)
    else this.child.kill(signal)
    await closed
  }
}
