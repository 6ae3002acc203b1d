import type { ReadRows } from './invariants.ts'

/** Kinds of facts, with the SQL that reads them: the key of each, and its value as a text. */
const FACTS = {
  flag: `select name as key, case when archived_at is null then 'live' else 'archived' end as value from features`,
  toggle: `select feature_name as key, iif(enabled, 'on', 'off') as value from feature_environments
    where environment = 'development'`,
  strategy: `select title as key, cast(count(*) as text) as value from feature_strategies
    where title is not null group by title`,
  import: `select substr(name, 1, instr(name, '.') - 1) as key, cast(count(*) as text) as value from features
    where name like 'import%.%' group by 1`,
  token: `select token_name as key, 'there' as value from api_tokens`,
  user: `select username as key, 'there' as value from users where username is not null and kind = 'user'`,
  signal: `select json_extract(payload, '$.key') as key, cast(count(*) as text) as value from signals group by 1`,
  executed: `select json_extract(signal, '$.payload.key') as key, cast(count(*) as text) as value
    from action_set_events group by 1`,
  metrics: `select app_name as key, cast(sum(yes) as text) as value from client_metrics group by 1`,
} as const
export type Kind = keyof typeof FACTS
const GONE = 'gone'
/** Value of a key that is not there. */
const absent = (kind: Kind) => (kind === 'toggle' ? 'off' : GONE)

interface Fact {
  kind: Kind
  key: string
  /** Acknowledged value; what was never written is gone. */
  value: string
  /** Values that writes without an answer may have left. */
  maybe: string[]
  /** Value that comes by itself, at any time, and once it is promised comes for certain. */
  coming?: { value: string; isPromised: boolean }
}

/** Remembers every acknowledged write, and those on their way; compares them with what is there. */
export class Promises {
  readonly #facts = new Map<string, Fact>()
  #acknowledged = 0
  #reached: { at: number; tell: () => void } | undefined
  /** Writes that were kept though their answer did not come. */
  kept = 0

  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Waits until so many writes have been acknowledged. */
  reach(at: number): Promise<void> {
    return new Promise((tell) => (this.#reached = { at, tell }))
  }

  #acknowledge(): void {
    this.#acknowledged++
    if (this.#reached && this.#acknowledged >= this.#reached.at) this.#reached.tell()
  }

  /** Notes a write that is sent now. Call the result when it is acknowledged. */
  send(kind: Kind, key: string, value: string): () => void {
    const fact = this.#fact(kind, key)
    fact.maybe.push(value)
    return () => {
      fact.maybe = fact.maybe.filter((one) => one !== value)
      fact.value = value
      this.#acknowledge()
    }
  }

  /** Notes what is sent now to happen once by itself, later. Call the result when it is acknowledged. */
  sendForLater(kind: Kind, key: string, value: string): () => void {
    const coming = { value, isPromised: false }
    this.#fact(kind, key).coming = coming
    return () => {
      coming.isPromised = true
      this.#acknowledge()
    }
  }

  /** Compares what was promised with what is there; answers the differences. Unless it is a glance, what is there is promised from now on. */
  compare(read: ReadRows, { isGlance = false } = {}): string[] {
    const faults: string[] = []
    const there = new Map<string, string>()
    for (const [kind, sql] of Object.entries(FACTS))
      for (const { key, value } of read(sql)) there.set(`${kind} ${String(key)}`, String(value))
    for (const [name, fact] of this.#facts) {
      const value = there.get(name) ?? absent(fact.kind)
      const hasCome = fact.coming !== undefined && value === fact.coming.value
      if (value !== fact.value && !hasCome && !fact.maybe.includes(value))
        faults.push(
          `${name}: promised ${fact.value}, on the way ${JSON.stringify(fact.maybe)}, found ${value}`,
        )
      if (isGlance) continue
      if (value !== fact.value && !hasCome && fact.maybe.includes(value)) this.kept++
      fact.value = value
      fact.maybe = []
      if (hasCome) delete fact.coming
    }
    return faults
  }

  /** Facts that were promised to come by themselves, and have not come. */
  missing(): string[] {
    return [...this.#facts].filter(([, { coming }]) => coming?.isPromised).map(([name]) => name)
  }

  /** Values of a kind as they were compared last, by key. */
  valuesOf(kind: Kind): Map<string, string> {
    return new Map(
      [...this.#facts.values()].filter((fact) => fact.kind === kind).map(({ key, value }) => [key, value]),
    )
  }

  #fact(kind: Kind, key: string): Fact {
    const name = `${kind} ${key}`
    let fact = this.#facts.get(name)
    if (!fact) this.#facts.set(name, (fact = { kind, key, value: absent(kind), maybe: [] }))
    return fact
  }
}
