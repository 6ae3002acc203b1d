import { setTimeout as sleep } from 'node:timers/promises'

import { PATIENCE_MS } from '#support/runner/patience.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import type { Halyards } from '../chaos/halyards.ts'
import { Approvers } from './approvers.ts'
import type { Transaction } from './history.ts'

export const SDK_TOKENS = {
  development: 'default:development.of-the-history',
  production: 'default:production.of-the-history',
} as const
type Environment = keyof typeof SDK_TOKENS

const FEATURES = '/api/admin/projects/default/features'
/** Flags whose strategies in an environment are the lists, until they are long: then others follow. */
const FLAGS = 3
const LENGTH = 60
const PAUSE_MS = 15

interface Feature {
  name: string
  environments?: { name: string; strategies?: Strategy[] }[]
  strategies?: Strategy[]
}
interface Strategy {
  parameters?: { groupId?: string }
}

/**
 * Clients of an installation that keep a history: they append strategies to flags, alone and to two at once by change requests, read flags at any
 * Halyard, and what SDKs get from the copy of each.
 */
export class HistoryClients {
  readonly #halyards: Halyards
  readonly #approvers: Approvers
  readonly #history: Transaction[] = []
  #values = 0
  #isOver = false
  #clients: Promise<void>[] = []

  constructor(halyards: Halyards) {
    this.#halyards = halyards
    this.#approvers = new Approvers(halyards)
  }

  async start(): Promise<void> {
    await this.#approvers.prepare()
    await this.#nextFlags()
    const halyards = [...this.#halyards.ports.keys()]
    const clients: [string, (client: string) => Promise<unknown>][] = [
      ...['writer 1', 'writer 2'].map((name): [string, () => Promise<unknown>] => [
        name,
        () => this.#append(name, this.#anyFlag()),
      ]),
      ['approvers', () => this.#appendToTwo()],
      ...['reader 1', 'reader 2'].map((name): [string, () => Promise<unknown>] => [
        name,
        () => this.#read(name, this.#anyFlag()),
      ]),
      ...halyards.flatMap((at): [string, () => Promise<unknown>][] => [
        [`copies of ${at}`, () => this.#readCopy(`copies of ${at}`, at)],
        [`client of ${at}`, () => this.#writeAndRead(`client of ${at}`, at)],
      ]),
    ]
    this.#clients = clients.map(async ([name, run]) => {
      while (!this.#isOver) {
        await run(name)
        await sleep(PAUSE_MS * (0.5 + Math.random()))
      }
    })
  }

  /** Ends the clients once each has done something; answers their history, with a read of every list and every copy at the end. */
  async stop(): Promise<Transaction[]> {
    // a change request takes four calls, and a busy machine is slow
    const until = Date.now() + PATIENCE_MS
    while (!this.#history.some(isOfTwo) && Date.now() < until) await sleep(PAUSE_MS)
    this.#isOver = true
    await Promise.all(this.#clients)
    for (const at of this.#halyards.ports.keys()) await this.#readCopy(`copies of ${at}`, at)
    for (const flag of this.#flagsSoFar()) await this.#readUntilAnswered(flag)
    return this.#history
  }

  // generations of flags, the first number of their names
  #generation = -1
  #flags: string[] = []

  async #nextFlags(): Promise<void> {
    this.#generation++
    const flags = Array.from({ length: FLAGS }, (_, n) => `history-${this.#generation}-${n}`)
    for (const name of flags) await this.#halyards.write('POST', FEATURES, { name })
    this.#flags = flags
  }

  #flagsSoFar = (): string[] =>
    Array.from({ length: this.#generation + 1 }, (_, generation) =>
      Array.from({ length: FLAGS }, (_, n) => `history-${generation}-${n}`),
    ).flat()

  #anyFlag = (): string => this.#flags[Math.floor(Math.random() * FLAGS)] ?? ''

  async #append(client: string, flag: string): Promise<void> {
    const value = `${this.#values++}`
    const began = performance.now()
    const { outcome } = await this.#halyards.write(
      'POST',
      `${FEATURES}/${flag}/environments/development/strategies`,
      strategy(value),
    )
    this.#note({ client, began, outcome, appends: [{ list: `${flag} development`, value }] })
    if (this.#values % (FLAGS * LENGTH) === 0) await this.#nextFlags()
  }

  /** Two flags at once: the change request is applied whole or not. */
  async #appendToTwo(): Promise<void> {
    const [one = '', other = ''] = this.#flags
    const [value, second] = [`${this.#values++}`, `${this.#values++}`]
    const id = await this.#approvers.approved([
      { feature: one, action: 'addStrategy', payload: strategy(value) },
      { feature: other, action: 'addStrategy', payload: strategy(second) },
    ])
    if (id === undefined) return
    const began = performance.now()
    const outcome = await this.#approvers.apply(id)
    const appends = [
      { list: `${one} production`, value },
      { list: `${other} production`, value: second },
    ]
    this.#note({ client: 'approvers', began, outcome, appends })
  }

  async #read(client: string, flag: string, at = this.#anyHalyard()): Promise<boolean> {
    const began = performance.now()
    const feature = await this.#ask<Feature>(at, `${FEATURES}/${flag}`, ADMIN_TOKEN)
    if (!feature) return false
    const reads = (feature.environments ?? [])
      .filter(({ name }) => name in SDK_TOKENS)
      .map(({ name, strategies }) => ({ list: `${flag} ${name}`, values: valuesOf(strategies) }))
    this.#note({ client, began, outcome: 'acknowledged', reads })
    return true
  }

  async #readUntilAnswered(flag: string): Promise<void> {
    while (!(await this.#read('last', flag))) await sleep(PAUSE_MS)
  }

  /** Answers of one Halyard to SDKs. */
  async #copyOf(client: string, at: number, environment: Environment): Promise<Noted | undefined> {
    const began = performance.now()
    const answer = await this.#ask<{ features: Feature[] }>(
      at,
      '/api/client/features',
      SDK_TOKENS[environment],
    )
    if (!answer) return undefined
    const reads = answer.features
      // those before no longer change
      .filter(({ name }) => Number(/^history-(\d+)-/.exec(name)?.[1]) >= this.#generation - 1)
      .map(({ name, strategies }) => ({ list: `${name} ${environment}`, values: valuesOf(strategies) }))
    return { client, began, ended: performance.now(), outcome: 'acknowledged', reads, copy: `of ${at}` }
  }

  async #readCopy(client: string, at: number): Promise<void> {
    const copy = await this.#copyOf(client, at, 'production')
    if (copy) this.#note(copy)
  }

  /** A client of one Halyard: what it wrote there, its SDK has at once, unless the database is away (docs/scale.md). */
  async #writeAndRead(client: string, at: number): Promise<void> {
    const flag = this.#anyFlag()
    const value = `${this.#values++}`
    const began = performance.now()
    const path = `${FEATURES}/${flag}/environments/development/strategies`
    const outcome = await this.#halyards.writeAt(at, 'POST', path, strategy(value))
    this.#note({ client, began, outcome, appends: [{ list: `${flag} development`, value }] })
    const copy = await this.#copyOf(client, at, 'development')
    const ready = await fetch(`${this.#halyards.urlOf(at)}/ready`).catch(() => undefined)
    if (copy && ready?.ok) this.#note(copy)
  }

  #anyHalyard = (): number => Math.floor(Math.random() * this.#halyards.ports.length)

  async #ask<T>(at: number, path: string, token: string): Promise<T | undefined> {
    try {
      const response = await fetch(this.#halyards.urlOf(at) + path, { headers: { authorization: token } })
      return response.ok ? ((await response.json()) as T) : undefined
    } catch {
      // it is away: its answer would have been no part of the history either
      return undefined
    }
  }

  #note(call: Noted): void {
    const ended = call.outcome === 'unknown' ? Infinity : performance.now()
    this.#history.push({ appends: [], reads: [], ended, ...call })
  }
}

const isOfTwo = ({ outcome, appends }: Transaction) => outcome === 'acknowledged' && appends.length > 1

type Noted = Pick<Transaction, 'client' | 'began' | 'outcome'> & Partial<Transaction>

const strategy = (value: string) => ({
  name: 'flexibleRollout',
  constraints: [],
  parameters: { rollout: '100', stickiness: 'default', groupId: value },
})

const valuesOf = (strategies: readonly Strategy[] = []): string[] =>
  strategies.map(({ parameters }) => parameters?.groupId ?? '')
