import { createHash } from 'node:crypto'

import { sql, type Kysely } from 'kysely'

import type { Migration } from '#store/migrate.ts'
import type { Store } from '#store/store.ts'

/** Migration of the ledger, whose transactions can be checked one by one and all together. */
export const LEDGER: readonly Migration[] = [{ version: 1, name: 'ledger', up: createLedger }]

const ACCOUNTS = 100
const OPENING_BALANCE = 1000

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`create table entries(seq integer primary key, items integer not null, hash text not null) strict`.execute(
    db,
  )
  await sql`create table items(id integer primary key, seq integer not null, body text not null) strict`.execute(
    db,
  )
  await sql`create index items_seq on items(seq)`.execute(db)
  await sql`create table accounts(id integer primary key, balance integer not null) strict`.execute(db)
  for (let id = 1; id <= ACCOUNTS; id++) {
    await sql`insert into accounts values (${id}, ${OPENING_BALANCE})`.execute(db)
  }
}

/**
 * Writes one transaction: some items and a transfer between accounts. Now and then it removes an old entry's
 * items (frees pages), or adds many items at once. Not durable yet.
 */
export async function writeEntry(store: Store, seq: number, random: () => number): Promise<void> {
  const below = (bound: number) => Math.floor(random() * bound)
  const bodies = Array.from({ length: random() < 0.03 ? 120 : 1 + below(6) }, (_, index) =>
    bodyOf(seq, index),
  )
  const [from, to, amount] = [1 + below(ACCOUNTS), 1 + below(ACCOUNTS), below(50)]
  const removed = seq > 60 && random() < 0.8 ? seq - 60 : null
  await store.transaction(async (db) => {
    for (const body of bodies) await sql`insert into items(seq, body) values (${seq}, ${body})`.execute(db)
    await sql`update accounts set balance = balance - ${amount} where id = ${from}`.execute(db)
    await sql`update accounts set balance = balance + ${amount} where id = ${to}`.execute(db)
    if (removed !== null) await sql`delete from items where seq = ${removed}`.execute(db)
    await sql`insert into entries values (${seq}, ${bodies.length}, ${hashOf(bodies)})`.execute(db)
  })
}

/** Reads the number of the last entry; 0: there is none. */
export async function lastEntry(store: Store): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from entries`.execute(
    store.queries,
  )
  return rows[0]?.seq ?? 0
}

/** Returns rows as arrays: the store's own connection, or another library's. */
export type Reader = (text: string) => readonly (readonly unknown[])[]

/** Finds errors in a ledger: entries up to `acknowledged` were promised, and up to `written` begun. */
export function examine(read: Reader, { acknowledged, written }: Bounds): Findings {
  const faults: string[] = []
  const one = (text: string) => read(text)[0]?.[0]
  const integrity = one('pragma integrity_check')
  if (integrity !== 'ok') faults.push(`integrity: ${String(integrity)}`)
  if (one("select count(*) from sqlite_schema where name = 'entries'") === 0) {
    if (acknowledged > 0) faults.push(`LOST: ${acknowledged} were acknowledged, the tables are gone`)
    return { faults, last: 0 }
  }
  const count = Number(one('select count(*) from entries'))
  const last = Number(one('select coalesce(max(seq), 0) from entries'))
  const balance = one('select sum(balance) from accounts')
  if (count !== last) faults.push(`gap: ${count} entries, the last is ${last}`)
  if (last < acknowledged) faults.push(`LOST: ${acknowledged} were acknowledged, the last is ${last}`)
  if (last > written) faults.push(`ghost: ${written} were written, the last is ${last}`)
  if (balance !== ACCOUNTS * OPENING_BALANCE) faults.push(`torn transfer: ${String(balance)} in all`)
  // older entries may have lost their items to a later entry
  for (const [seq, items, hash] of read(`select seq, items, hash from entries where seq > ${last - 59}`)) {
    const bodies = read(`select body from items where seq = ${String(seq)} order by id`).map(([body]) =>
      String(body),
    )
    if (bodies.length !== items || hashOf(bodies) !== hash) faults.push(`entry ${String(seq)} is torn`)
  }
  return { faults, last }
}

export interface Bounds {
  acknowledged: number
  written: number
}

export interface Findings {
  faults: string[]
  /** Number of the last entry. */
  last: number
}

function hashOf(bodies: readonly string[]): string {
  const hash = createHash('sha1')
  for (const body of bodies) hash.update(body)
  return hash.digest('hex')
}

/** Generates a body of 40 bytes to 10 kB. */
function bodyOf(seq: number, index: number): string {
  const hash = createHash('sha1').update(`${seq}:${index}`).digest('hex')
  return hash.repeat(1 + ((Number.parseInt(hash.slice(0, 2), 16) ** 2) >> 8))
}
