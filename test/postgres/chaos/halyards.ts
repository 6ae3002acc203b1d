import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '#support/runner/free-port.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import type { Program } from '#support/service/program.ts'
import { ADMIN_TOKEN, runService } from '#support/service/service.ts'
import { root } from '#support/runner/root.ts'
import { startSwitchingProxy, type SwitchingProxy } from '#support/stand-ins/switching-proxy.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

export const SDK_TOKEN = 'default:development.of-the-chaos'
const KEY = Buffer.alloc(32, 7).toString('base64')
const PAUSE_MS = 50

/** End of a write for its client. `refused`: the service said that nothing was changed. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** One process of a Halyard: the first, or one after a kill. */
export interface Acknowledger {
  halyard: number
  startedAt: number | undefined
}

/** Headers that prove who asks. */
type Proof = { authorization: string } | { cookie: string }

interface Sent {
  outcome: Outcome
  body: unknown
  /** Halyard and process of it that acknowledged it, and how long it took. */
  by?: Acknowledger
  tookMs?: number
  /** Unexpected status, where the write was rejected as such. */
  rejected?: number
}

/** Milliseconds by which the clock of each Halyard is wrong. */
const SKEWS = [0, 7 * 60_000, -5 * 60_000]
const SKEWED_CLOCK = path.join(root, 'test/support/faults/skewed-clock.ts')

/** Several Halyards on one database, each with a clock and a way to the database of its own, with a client that tries another where one is gone or refuses. */
export class Halyards {
  readonly #databaseUrl: string
  readonly #folders: { folder: string; remove: () => void }[] = []
  readonly ports: number[] = []
  readonly #programs: Program[] = []
  readonly #ways: SwitchingProxy[] = []
  /** Start of each one's process. */
  readonly startedAt: number[] = []
  readonly kills: (Acknowledger & { at: number })[] = []

  readonly #tokens: readonly string[]

  constructor(databaseUrl: string, tokens: readonly string[] = []) {
    this.#databaseUrl = databaseUrl
    this.#tokens = tokens
  }

  async start(count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      this.#folders.push(makeTempFolder())
      this.ports.push(await freePort())
      this.#ways.push(await startSwitchingProxy(Number(new URL(this.#databaseUrl).port)))
    }
    // as at a first deployment: all at once on an empty database
    await Promise.all(this.ports.map((_port, at) => this.#run(at)))
  }

  /** Kills one without warning, and starts it again. */
  async kill(at: number): Promise<void> {
    this.kills.push({ ...this.#acknowledger(at), at: performance.now() })
    await this.#programs[at]?.stop('SIGKILL')
    await this.#run(at)
  }

  /** Lets nothing pass between one and the database for a while. */
  async cutOff(at: number, ms: number): Promise<void> {
    this.#ways[at]?.hold()
    await sleep(ms)
    this.#ways[at]?.release()
  }

  /** Halts one for a while: it does not notice that others went on. */
  async halt(at: number, ms: number): Promise<void> {
    const halted = this.#programs[at]
    halted?.child.kill('SIGSTOP')
    await sleep(ms)
    halted?.child.kill('SIGCONT')
  }

  urlOf(at: number): string {
    return `http://127.0.0.1:${this.ports[at]}`
  }

  /** Has each Halyard write the reports that wait in its memory: whoever reads them needs them (ADR 47). */
  async settleReports(): Promise<void> {
    for (const at of this.ports.keys()) {
      const path = '/api/admin/client-metrics/features/counter-0/raw'
      const { status } = await fetch(this.urlOf(at) + path, { headers: { authorization: ADMIN_TOKEN } })
      if (status !== 200) throw new Error(`reading metrics answers ${status}`)
    }
  }

  /** Sends a write until a Halyard takes it; a client gives up only if none ever does. Repeats it only where it is known that nothing was changed. */
  async write(
    method: string,
    path: string,
    body: unknown,
    by: Proof = { authorization: ADMIN_TOKEN },
  ): Promise<Sent> {
    const until = Date.now() + PATIENCE_MS
    for (let at = Math.floor(Math.random() * this.ports.length); ; at = (at + 1) % this.ports.length) {
      const sentAt = performance.now()
      // its answer may be read after its end
      const process = this.#acknowledger(at)
      const answer = await this.#send(at, method, path, body, by)
      if (answer === 'unknown') return { outcome: 'unknown', body: undefined }
      if (answer !== 'again') {
        const text = await answer.text().catch(() => undefined)
        if (answer.ok)
          return {
            outcome: 'acknowledged',
            by: process,
            tookMs: performance.now() - sentAt,
            body: text === undefined || text === '' ? undefined : JSON.parse(text),
          }
        if (answer.status === 504) return { outcome: 'unknown', body: undefined }
        if (answer.status !== 503 && answer.status !== 429)
          return { outcome: 'refused', body: text, rejected: answer.status }
      }
      if (Date.now() > until) return { outcome: 'refused', body: undefined }
      await sleep(PAUSE_MS)
    }
  }

  /** Sends a write once, to one Halyard. */
  async writeAt(at: number, method: string, path: string, body: unknown): Promise<Outcome> {
    const answer = await this.#send(at, method, path, body, { authorization: ADMIN_TOKEN })
    if (answer === 'again') return 'refused'
    if (answer === 'unknown' || answer.status === 504) return 'unknown'
    return answer.ok ? 'acknowledged' : 'refused'
  }

  #acknowledger(halyard: number): Acknowledger {
    return { halyard, startedAt: this.startedAt[halyard] }
  }

  async #send(
    at: number,
    method: string,
    path: string,
    body: unknown,
    by: Proof,
  ): Promise<Response | 'again' | 'unknown'> {
    try {
      return await fetch(this.urlOf(at) + path, {
        method,
        headers: { ...by, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return code === 'ECONNREFUSED' ? 'again' : 'unknown'
    }
  }

  async #run(at: number): Promise<void> {
    this.startedAt[at] = performance.now()
    const databaseUrl = new URL(this.#databaseUrl)
    databaseUrl.port = String(this.#ways[at]?.port)
    const program = runService({
      dataDir: this.#folders[at]?.folder ?? '',
      port: this.ports[at] ?? 0,
      nodeOptions: ['--import', SKEWED_CLOCK],
      env: {
        DATABASE_URL: databaseUrl.href,
        HALYARD_TEST_CLOCK_SKEW_MS: String(SKEWS[at % SKEWS.length]),
        HALYARD_SEALING_KEY: KEY,
        INIT_BACKEND_API_TOKENS: [SDK_TOKEN, ...this.#tokens].join(','),
        UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '1000',
        HALYARD_HOST: '127.0.0.1',
      },
    })
    this.#programs[at] = program
    for (;;) {
      const response = await fetch(`${this.urlOf(at)}/ready`).catch(() => undefined)
      if (response?.ok) return
      // the database may be away while one starts: whoever runs it starts it again
      if (program.child.exitCode !== null) return this.#run(at)
      await sleep(PAUSE_MS)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#programs.map((one) => one.stop('SIGKILL')))
    for (const way of this.#ways) way.close()
    for (const { remove } of this.#folders) remove()
  }
}
