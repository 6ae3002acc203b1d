import { SDK_TOKEN, type Acknowledger, type Halyards, type Outcome } from './halyards.ts'

const FEATURES = '/api/admin/projects/default/features'
/** Strategies of a flag in an environment, below its limit. */
const PER_FLAG = 20
/** Flags whose single writer counts up, each change after the answer to the one before. */
export const COUNTERS = ['counter-0', 'counter-1']

export interface Acknowledged {
  flag: string
  count: number
  at: number
  tookMs: number
}

/** Writes as their clients know them. */
export class Ledger {
  readonly flags = new Map<string, Outcome>()
  readonly strategies = new Map<string, Outcome>()
  readonly reports: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 }
  /** Acknowledged reports, in order. */
  readonly reported: (Acknowledger & { at: number })[] = []
  readonly changes: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 }
  readonly counted: Acknowledged[] = []
  /** Answers that no write of the load may get, such as that a new name is taken. */
  readonly surprises: string[] = []

  /** Highest count of a flag that was acknowledged before a time. */
  lastOf(flag: string, before = Infinity): number {
    return this.counted.findLast((one) => one.flag === flag && one.at < before)?.count ?? 0
  }

  /** The longest time that a write took before a time, in milliseconds. */
  slowestMs(before: number): number {
    return Math.max(0, ...this.counted.filter(({ at }) => at < before).map(({ tookMs }) => tookMs))
  }

  /** Most reports that the process of a Halyard that was killed had acknowledged in a span of time. */
  mostReports(killed: Acknowledger, spanMs: number): number {
    const times = this.reported
      .filter(({ halyard, startedAt }) => halyard === killed.halyard && startedAt === killed.startedAt)
      .map(({ at }) => at)
    let first = 0
    let most = 0
    for (const [index, at] of times.entries()) {
      while ((times[first] ?? at) < at - spanMs) first++
      most = Math.max(most, index - first + 1)
    }
    return most
  }

  get acknowledged(): number {
    const of = (outcomes: Map<string, Outcome>) =>
      [...outcomes.values()].filter((one) => one === 'acknowledged').length
    return of(this.flags) + of(this.strategies) + this.reports.acknowledged + this.changes.acknowledged
  }

  get unknown(): number {
    const of = (outcomes: Map<string, Outcome>) =>
      [...outcomes.values()].filter((one) => one === 'unknown').length
    return of(this.flags) + of(this.strategies) + this.reports.unknown + this.changes.unknown
  }
}

/** Mixed load of several clients, until it is stopped. */
export class Load {
  readonly ledger = new Ledger()
  readonly #halyards: Halyards
  #isOver = false
  #clients: Promise<void>[] = []

  constructor(halyards: Halyards) {
    this.#halyards = halyards
  }

  async start(): Promise<void> {
    const strategyIds = await Promise.all(COUNTERS.map((flag) => this.#prepare(flag)))
    const clients = [
      (n: number) => this.#createFlag(`created-${n}`),
      (n: number) => this.#addStrategy('pool-a', n),
      (n: number) => this.#addStrategy('pool-b', n),
      () => this.#report(),
      ...COUNTERS.map((flag, at) => (n: number) => this.#count(flag, strategyIds[at] ?? '', n + 1)),
    ]
    this.#clients = clients.map(async (send) => {
      for (let n = 0; !this.#isOver; n++) await send(n)
    })
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  async #prepare(flag: string): Promise<string> {
    await this.#halyards.write('POST', FEATURES, { name: flag })
    const { body } = await this.#halyards.write('POST', strategiesOf(flag), strategy(0))
    await this.#halyards.write('POST', `${FEATURES}/${flag}/environments/development/on`, {})
    return (body as { id: string }).id
  }

  async #createFlag(name: string): Promise<void> {
    const { outcome, rejected } = await this.#halyards.write('POST', FEATURES, { name })
    this.ledger.flags.set(name, outcome)
    // nobody else uses the name: a request that was refused before has been executed
    if (rejected !== undefined) this.ledger.surprises.push(`${name}: ${rejected}`)
  }

  async #addStrategy(pool: string, n: number): Promise<void> {
    const flag = `${pool}-${Math.floor(n / PER_FLAG)}`
    if (n % PER_FLAG === 0) await this.#createFlag(flag)
    const title = `${pool}-${n}`
    const { outcome, rejected } = await this.#halyards.write('POST', strategiesOf(flag), {
      ...strategy(n),
      title,
    })
    this.ledger.strategies.set(title, outcome)
    // its flag may be missing
    if (rejected !== undefined && this.ledger.flags.get(flag) === 'acknowledged')
      this.ledger.surprises.push(`${title}: ${rejected}`)
  }

  async #count(flag: string, id: string, count: number): Promise<void> {
    const {
      outcome,
      rejected,
      tookMs = 0,
    } = await this.#halyards.write('PUT', `${strategiesOf(flag)}/${id}`, strategy(count))
    this.ledger.changes[outcome] += 1
    if (outcome === 'acknowledged') this.ledger.counted.push({ flag, count, at: performance.now(), tookMs })
    if (rejected !== undefined) this.ledger.surprises.push(`${flag} ${count}: ${rejected}`)
  }

  async #report(): Promise<void> {
    const now = new Date().toISOString()
    const toggles = { 'counter-0': { yes: 1, no: 0 } }
    const body = { appName: 'chaos', instanceId: 'one', bucket: { start: now, stop: now, toggles } }
    const sent = await this.#halyards.write('POST', '/api/client/metrics', body, {
      authorization: SDK_TOKEN,
    })
    const { outcome, rejected, by } = sent
    this.ledger.reports[outcome] += 1
    if (by) this.ledger.reported.push({ ...by, at: performance.now() })
    if (rejected !== undefined) this.ledger.surprises.push(`metrics: ${rejected}`)
  }
}

const strategiesOf = (flag: string) => `${FEATURES}/${flag}/environments/development/strategies`
const strategy = (count: number) => ({
  name: 'flexibleRollout',
  constraints: [],
  parameters: { rollout: '100', stickiness: 'default', groupId: String(count) },
})
