import type { DatabasePair } from './database-pair.ts'
import type { Halyards, Outcome } from './halyards.ts'
import { COUNTERS, type Ledger } from './load.ts'

/** Differences between what clients were told and what the database holds. */
export interface Findings {
  /** Acknowledged, and not there. */
  lost: string[]
  /** Executed more than once. */
  twice: string[]
  /** There, although the service said that nothing was changed. */
  refusedButThere: string[]
  /** Changes of a single writer that stand in another order in the event log. */
  disordered: string[]
}

interface Row {
  name: string
  times: number
}

/** Compares the database with the ledger of the clients. */
export async function checkDatabase(
  pair: DatabasePair,
  ledger: Ledger,
  kills: Halyards['kills'],
): Promise<Findings> {
  const findings: Findings = { lost: [], twice: [], refusedButThere: [], disordered: [] }
  const compare = (outcomes: Map<string, Outcome>, rows: Row[]) => {
    const times = new Map(rows.map((row) => [row.name, Number(row.times)]))
    for (const [name, outcome] of outcomes) {
      const found = times.get(name) ?? 0
      if (outcome === 'acknowledged' && found === 0) findings.lost.push(name)
      if (outcome === 'refused' && found > 0) findings.refusedButThere.push(name)
      if (found > 1) findings.twice.push(name)
    }
  }
  compare(ledger.flags, await pair.query<Row>('select name, count(*) as times from features group by 1'))
  compare(
    ledger.flags,
    await pair.query<Row>(
      `select feature_name as name, count(*) as times from events where type = 'feature-created' group by 1`,
    ),
  )
  compare(
    ledger.strategies,
    await pair.query<Row>('select title as name, count(*) as times from feature_strategies group by 1'),
  )
  for (const flag of COUNTERS) await checkCounter(pair, ledger, flag, findings)
  await checkReports(pair, { ledger, kills }, findings)
  return findings
}

/** The last count is the last that was acknowledged, or a later one; in the log each stands once, upwards. */
async function checkCounter(
  pair: DatabasePair,
  ledger: Ledger,
  flag: string,
  { lost, twice, disordered }: Findings,
): Promise<void> {
  const events = await pair.query<{ count: string }>(
    `select data::json -> 'parameters' ->> 'groupId' as count from events
     where type = 'feature-strategy-update' and feature_name = '${flag}' order by id`,
  )
  const counts = events.map(({ count }) => Number(count))
  const logged = new Set(counts)
  for (const one of ledger.counted)
    if (one.flag === flag && !logged.has(one.count)) lost.push(`${flag} ${one.count}`)
  if (logged.size !== counts.length) twice.push(`${flag}: ${counts.length - logged.size} changes`)
  for (const [at, count] of counts.entries())
    if (count < (counts[at - 1] ?? 0)) disordered.push(`${flag} ${counts[at - 1]} before ${count}`)
  const [stored] = await pair.query<{ parameters: string }>(
    `select parameters from feature_strategies where feature_name = '${flag}'`,
  )
  const { groupId } = JSON.parse(stored?.parameters ?? '{}') as { groupId?: string }
  if (Number(groupId) < ledger.lastOf(flag)) lost.push(`${flag}: stands at ${groupId}`)
}

/** A Halyard writes reports each second (ADR 47). The write takes as long as others do on this machine. */
const FLUSH_MS = 1000

/** Each kill of a Halyard may lose what it acknowledged in a second. While it cannot write, it acknowledges no more. */
async function checkReports(
  pair: DatabasePair,
  { ledger, kills }: { ledger: Ledger; kills: Halyards['kills'] },
  { lost, twice }: Findings,
): Promise<void> {
  const [row] = await pair.query<{ sum: string | null }>(
    `select sum(yes) as sum from client_metrics where app_name = 'chaos'`,
  )
  const counted = Number(row?.sum ?? 0)
  const { acknowledged, unknown } = ledger.reports
  const mayLose = kills.reduce(
    (sum, kill) => sum + ledger.mostReports(kill, FLUSH_MS + ledger.slowestMs(kill.at)),
    0,
  )
  if (counted < acknowledged - mayLose) lost.push(`${acknowledged - counted} reports of ${acknowledged}`)
  if (counted > acknowledged + unknown) twice.push(`${counted - acknowledged - unknown} reports`)
}
