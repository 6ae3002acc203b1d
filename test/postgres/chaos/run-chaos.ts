import { setTimeout as sleep } from 'node:timers/promises'

import { checkDatabase, type Findings } from './check-database.ts'
import { DatabasePair } from './database-pair.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import { Halyards, SDK_TOKEN } from './halyards.ts'
import { Load } from './load.ts'
import { checkHistory } from '../histories/check-history.ts'
import { HistoryClients, SDK_TOKENS } from '../histories/history-clients.ts'
import type { Anomaly, History } from '../histories/history.ts'
import { Watcher } from './watcher.ts'

const HALYARDS = 3

/** Something that happens to a running installation. */
export type Disaster =
  'kill a Halyard' | 'halt a Halyard' | 'cut a Halyard off' | 'crash the database' | 'fail over'

export interface Figures extends Findings {
  acknowledged: number
  unknown: number
  /** Answers that no write may get. */
  surprises: string[]
  /** Counts that went down for an SDK. */
  staleReads: number
  /** Milliseconds from an acknowledgement until a stream of each Halyard has it. */
  staleness: { count: number; median: number; p99: number; most: number }
  disasters: Record<Disaster, number>
  /** Halyards whose SDKs read something else in the end. */
  different: number
  /** Requests of clients with their answers, and the anomalies that no order of them explains. */
  history: History
  anomalies: Anomaly[]
}

interface ChaosOptions {
  pauseMs: number
  /** Value of the setting in the URL. */
  pooling?: string
  note?: (text: string) => void
}

/** Runs three Halyards on a database with a standby under load, while the disasters happen one after the other. */
export async function runChaos(
  disasters: Iterable<Disaster>,
  { pauseMs, pooling = 'session', note = () => undefined }: ChaosOptions,
): Promise<Figures> {
  const pair = await DatabasePair.start()
  const halyards = new Halyards(`${pair.url}?pooling=${pooling}`, Object.values(SDK_TOKENS))
  try {
    await halyards.start(HALYARDS)
    await pair.addStandby()
    const load = new Load(halyards)
    await load.start()
    const clients = new HistoryClients(halyards)
    await clients.start()
    const watchers = Array.from({ length: HALYARDS }, (_, at) => new Watcher(halyards, load.ledger, at))
    for (const one of watchers) one.start()
    const happened: Record<Disaster, number> = {
      ...{ 'kill a Halyard': 0, 'halt a Halyard': 0, 'cut a Halyard off': 0 },
      ...{ 'crash the database': 0, 'fail over': 0 },
    }
    const next = (disaster: Disaster) => happened[disaster] % HALYARDS
    let restarted = Promise.resolve()
    for (const disaster of disasters) {
      await sleep(pauseMs)
      note(`${disaster} (${load.ledger.acknowledged} writes acknowledged)`)
      if (disaster === 'kill a Halyard') {
        await restarted
        restarted = halyards.kill(next(disaster))
      }
      if (disaster === 'halt a Halyard') await halyards.halt(next(disaster), pauseMs)
      if (disaster === 'cut a Halyard off') await halyards.cutOff(next(disaster), pauseMs)
      if (disaster === 'crash the database') await pair.restart()
      if (disaster === 'fail over') {
        await pair.failOver()
        await sleep(pauseMs)
        await pair.addStandby()
      }
      happened[disaster] += 1
    }
    await sleep(pauseMs)
    await restarted
    await load.stop()
    const history = await clients.stop()
    await halyards.settleReports()
    const different = await countDifferent(halyards)
    await Promise.all(watchers.map((one) => one.stop()))
    return {
      acknowledged: load.ledger.acknowledged,
      unknown: load.ledger.unknown,
      surprises: load.ledger.surprises,
      staleReads: watchers.reduce((sum, { violations }) => sum + violations, 0),
      staleness: summaryOf(watchers.flatMap((one) => one.delays())),
      disasters: happened,
      different,
      history,
      anomalies: checkHistory(history),
      ...(await checkDatabase(pair, load.ledger, halyards.kills)),
    }
  } finally {
    await halyards.stop()
    await pair.stop()
  }
}

/** Counts the Halyards that do not soon answer SDKs as the first does. */
async function countDifferent(halyards: Halyards): Promise<number> {
  const read = async (at: number) => {
    const response = await fetch(`${halyards.urlOf(at)}/api/client/features`, {
      headers: { authorization: SDK_TOKEN },
    }).catch(() => undefined)
    const { features } = ((await response?.json()) ?? {}) as { features?: { name: string }[] }
    return JSON.stringify(features?.sort((a, b) => (a.name < b.name ? -1 : 1)))
  }
  for (let waited = 0; ; waited += 100) {
    const [first, ...others] = await Promise.all(halyards.ports.map((_port, at) => read(at)))
    const different = others.filter((one) => one === undefined || one !== first).length
    if (different === 0 || waited > PATIENCE_MS) return different
    await sleep(100)
  }
}

function summaryOf(delays: number[]): Figures['staleness'] {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? NaN)
  return { count: sorted.length, median: at(0.5), p99: at(0.99), most: at(1) }
}
