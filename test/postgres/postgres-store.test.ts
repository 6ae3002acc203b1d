import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeDatabase, runOnServer } from '#support/runner/make-database.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import { poolOptions } from '#store/postgres/connection-options.ts'
import { problemOf, SERVER_SQL, type Server } from '#store/postgres/server-problem.ts'
import type { Queries } from '#store/queries.ts'
import type { Store } from '#store/store.ts'

let database: NonNullable<Awaited<ReturnType<typeof makeDatabase>>>
let one: Store
let other: Store

const open = (databaseUrl: string) =>
  openStore({ dataDir: '/nonexistent', databaseUrl, wasm, now: () => new Date() })

beforeAll(async () => {
  const made = await makeDatabase()
  if (!made) throw new Error('run by: vitest --project postgres')
  database = made
  one = await open(database.url)
  other = await open(database.url)
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.remove()
})

const putEvent = async (queries: Queries, text: string): Promise<{ id: number }> => {
  const { rows } = await sql<{ id: number }>`
    insert into events (type, created_by, created_by_user_id, created_at, affects_clients, tags, group_id)
    values ('feature-created', ${text}, 1, '2026-11-22T00:00:00.000Z', 0, '[]', '1') returning id`.execute(
    queries,
  )
  return rows[0] ?? { id: 0 }
}

const setting = (id: string) =>
  one.queries.selectFrom('settings').select('content').where('id', '=', id).executeTakeFirst()

describe('transactions of two Halyards', () => {
  it('lose no update: the later one is run again', async () => {
    await one.queries.insertInto('settings').values({ id: 'count', content: '0' }).execute()
    let runs = 0
    // the first of each have both read before one of them writes
    let haveRead = () => {}
    const bothHaveRead = new Promise<void>((resolve) => (haveRead = resolve))
    const add = (store: Store) =>
      store.transaction(async (queries) => {
        const run = (runs += 1)
        const { content } = await queries
          .selectFrom('settings')
          .select('content')
          .where('id', '=', 'count')
          .executeTakeFirstOrThrow()
        if (run === 2) haveRead()
        if (run <= 2) await bothHaveRead
        await queries
          .updateTable('settings')
          .set({ content: String(Number(content) + 1) })
          .where('id', '=', 'count')
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 === 0 ? one : other)))
    expect(await setting('count')).toEqual({ content: '40' })
    expect(runs).toBeGreaterThan(40)
  })

  it('succeed, however busy the other Halyard is with the same row', async () => {
    await one.queries.insertInto('settings').values({ id: 'busy', content: '0' }).execute()
    let isDone = false
    const write = (queries: Queries, content: string) =>
      queries.updateTable('settings').set({ content }).where('id', '=', 'busy').execute()
    const busy = (async () => {
      for (let n = 0; !isDone; n += 1) await other.transaction((queries) => write(queries, String(n)))
    })()
    let runs = 0
    const late = one.transaction(async (queries) => {
      runs += 1
      await queries.selectFrom('settings').select('content').where('id', '=', 'busy').execute()
      // long enough for the other to come between
      await sql`select pg_sleep(0.1)`.execute(queries)
      await write(queries, 'late')
    })
    await late.finally(() => (isDone = true))
    await busy
    expect(runs).toBeGreaterThan(1)
  })

  it('give events ids in the order of their commits', async () => {
    const seen: number[] = []
    let isDone = false
    // reads "what came since", as SDKs, subscriptions and the window do: whatever is skipped is never seen
    const reading = (async () => {
      let after = Number(
        (
          await one.queries
            .selectFrom('events')
            .select((eb) => eb.fn.max('id').as('id'))
            .executeTakeFirst()
        )?.id ?? 0,
      )
      for (let last = false; ; last = isDone) {
        const rows = await one.queries
          .selectFrom('events')
          .select('id')
          .where('id', '>', after)
          .orderBy('id')
          .execute()
        for (const { id } of rows) seen.push(id)
        after = seen.at(-1) ?? after
        if (last) return
      }
    })()
    const given = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 === 0 ? one : other).transaction(async (queries) => {
          const { id } = await putEvent(queries, `writer ${n}`)
          await sql`select pg_sleep(${(n % 5) / 200})`.execute(queries)
          return id
        }),
      ),
    )
    isDone = true
    await reading
    expect(seen).toEqual([...given].sort((a, b) => a - b))
  })

  it('are rolled back where the database has rolled them back, however that was taken', async () => {
    const wrong = one.transaction(async (queries) => {
      await queries.insertInto('settings').values({ id: 'half', content: '1' }).execute()
      await sql`select 1 / 0`.execute(queries).catch(() => undefined)
    })
    await expect(wrong).rejects.toThrow('division by zero')
    expect(await setting('half')).toBeUndefined()
  })

  it('throw what their work throws, and do not take an error of a file for one of the database', async () => {
    const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' })
    const failed = one.transaction(async (queries) => {
      await queries.insertInto('settings').values({ id: 'with-file', content: '1' }).execute()
      throw missing
    })
    await expect(failed).rejects.toBe(missing)
    expect(await setting('with-file')).toBeUndefined()
    expect(one.status).toMatchObject({ writable: true, failure: null })
    // an error of the database stays one, also where the work has swallowed it
    const swallowed = one.transaction(async (queries) => {
      await sql`set local statement_timeout = 10`.execute(queries)
      await sql`select pg_sleep(1)`.execute(queries).catch(() => undefined)
    })
    await expect(swallowed).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await one.queries.deleteFrom('settings').where('id', '=', 'with-file').execute()
  })

  it('roll a part back alone', async () => {
    await one.transaction(async (queries) => {
      await queries.insertInto('settings').values({ id: 'whole', content: '1' }).execute()
      await one
        .savepoint(queries, () =>
          queries.insertInto('settings').values({ id: 'whole', content: '2' }).execute(),
        )
        .catch(() => undefined)
    })
    expect(await setting('whole')).toEqual({ content: '1' })
  })
})

describe('a database that cannot be used', () => {
  const server = () => process.env['HALYARD_TEST_DATABASE_URL'] ?? ''
  const failure = (url: string) =>
    open(url).then(
      () => 'opened',
      (error: unknown) => (error as Error).message,
    )

  it('is named with the reason, and without its password', async () => {
    expect(await failure('postgres://halyard:secret@127.0.0.1:1/x')).toMatch(/nothing listens there/)
    expect(await failure(server().replace(/\/postgres$/, '/absent'))).toMatch(/no such database/)
    expect(await failure(database.url.replace('halyard@', 'nobody:secret@'))).toMatch(/user or the password/)
    for (const url of [
      'postgres://halyard:secret@127.0.0.1:1/x',
      database.url.replace('halyard@', 'nobody:secret@'),
    ])
      expect(await failure(url)).not.toContain('secret')
  })

  it('is refused where a pooler left out the schema of the connections', async () => {
    await runOnServer(database.url, 'create schema wanted')
    const url = `${database.url}?schema=wanted`
    const pool = new Pool({ ...poolOptions(url), options: '' })
    const { rows } = await pool.query<Server>(SERVER_SQL, ['wanted'])
    expect(problemOf(rows[0] as Server, 'wanted')).toMatch(/use the schema public, not wanted/)
    await pool.end()
    await runOnServer(database.url, 'drop schema wanted')
  })

  it('is refused where commits are not durable', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await runOnServer(database.url, `alter database ${name} set synchronous_commit = off`)
    expect(await failure(database.url)).toMatch(/synchronous_commit is off/)
    await runOnServer(database.url, `alter database ${name} reset synchronous_commit`)
  })

  it('is refused where a newer Halyard wrote it, and where it is of another program', async () => {
    const foreign = await makeDatabase('template0')
    await runOnServer(foreign?.url ?? '', 'create table theirs (id integer)')
    expect(await failure(foreign?.url ?? '')).toMatch(/another program/)
    await foreign?.remove()
    const newer = await makeDatabase()
    await runOnServer(newer?.url ?? '', 'update halyard_schema set version = 9999')
    expect(await failure(newer?.url ?? '')).toMatch(/newer Halyard/)
    await newer?.remove()
  })
})

describe('the schema', () => {
  it('has the tables, columns, nulls and keys of the embedded engine', async () => {
    const { folder, remove } = makeTempFolder()
    const embedded = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
    const theirs = await sql<{ line: string }>`select s.name || '.' || c.name || ' ' || c.type
        || case when c."notnull" or c.pk then ' not null' else '' end || case when c.pk then ' key' else '' end as line
      from sqlite_schema s, pragma_table_info(s.name) c
      where s.type = 'table' and s.name not like 'sqlite_%' order by 1`.execute(embedded.queries)
    const theirIndexes = await sql<{ line: string }>`select tbl_name || ' ' || name as line from sqlite_schema
      where type = 'index' and sql is not null order by 1`.execute(embedded.queries)
    await embedded.close()
    remove()
    const ours = await sql<{
      line: string
    }>`select c.table_name || '.' || c.column_name || ' ' || (case c.data_type
        when 'bigint' then 'INTEGER' when 'smallint' then 'boolean' when 'double precision' then 'REAL' else 'TEXT' end)
        || case when c.is_nullable = 'NO' then ' not null' else '' end || case when k.column_name is null then '' else ' key' end
        as line
      from information_schema.columns c left join (
        select u.table_name, u.column_name from information_schema.table_constraints t
        join information_schema.key_column_usage u on u.constraint_name = t.constraint_name and u.table_name = t.table_name
        where t.constraint_type = 'PRIMARY KEY' and t.table_schema = 'public') k
        on k.table_name = c.table_name and k.column_name = c.column_name
      where c.table_schema = 'public' and c.table_name not in ('halyard_schema', 'halyard_outcomes') and c.column_name <> 'rowid'`.execute(
      one.queries,
    )
    const ourIndexes = await sql<{
      line: string
    }>`select tablename || ' ' || indexname as line from pg_indexes
      where schemaname = 'public' and indexname !~ '(_pkey|_key)$'`.execute(one.queries)
    const lower = (rows: { line: string }[]) => rows.map(({ line }) => line.toLowerCase()).sort()
    expect(lower(ours.rows)).toEqual(lower(theirs.rows))
    expect(lower(ourIndexes.rows)).toEqual(lower(theirIndexes.rows))
  })
})
