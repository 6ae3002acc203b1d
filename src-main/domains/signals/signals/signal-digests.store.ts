import type { Queries } from '#store/queries.ts'

/** Signals with ids in a row that have one digest together. */
export const BLOCK = 1000

/** Number of the block of a signal. */
export const blockOf = (id: number): number => Math.floor(id / BLOCK)
/** First and last id of a block. */
export const idsOf = (block: number) => ({ first: block * BLOCK, last: (block + 1) * BLOCK - 1 })

/** Keeps the digest of a block, unless another process has. */
export async function insertDigest(queries: Queries, block: number, digest: Buffer | null): Promise<void> {
  await queries
    .insertInto('signal_digests')
    .values({ id: block, digest: digest && digest.toString('base64') })
    .onConflict((row) => row.column('id').doNothing())
    .execute()
}

/** Reads the digests of blocks from one to another, both included. */
export async function readDigests(
  queries: Queries,
  first: number,
  last: number,
): Promise<Map<number, Buffer | null>> {
  const rows = await queries
    .selectFrom('signal_digests')
    .select(['id', 'digest'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  return new Map(rows.map(({ id, digest }) => [id, digest === null ? null : Buffer.from(digest, 'base64')]))
}

/** Finds the newest block that has a digest. */
export async function findLastDigest(queries: Queries): Promise<number | undefined> {
  const row = await queries
    .selectFrom('signal_digests')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Finds the signal next to an id, itself included: the first from it on, or the last up to it. */
export async function findIdNextTo(
  queries: Queries,
  id: number,
  side: 'from' | 'up to',
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('signals')
    .select('id')
    .where('id', side === 'from' ? '>=' : '<=', id)
    .orderBy('id', side === 'from' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Reads payloads of signals in the order of their ids. */
export function readPayloads(
  queries: Queries,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<{ id: number; payload: string }[]> {
  return queries
    .selectFrom('signals')
    .select(['id', 'payload'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
}
