const OLDEST_VERSION = 140_000

/** Answer of a server to `SERVER_SQL`. */
export interface Server {
  version: number
  /** Version in words. */
  release: string
  durable: string
  encoding: string
  standby: number
  schema: number
  mayCreate: number | null
  /** Schema that connections use. */
  current: string | null
}

/** Reads what the use of a server depends on. Its parameter is the schema. */
export const SERVER_SQL = `select current_setting('server_version_num')::int as version,
  current_setting('server_version') as release,
  current_setting('synchronous_commit') as durable, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby, current_schema() as current,
  exists (select 1 from pg_namespace where nspname = $1) as schema,
  case when exists (select 1 from pg_namespace where nspname = $1)
    then has_schema_privilege($1, 'create, usage') end as "mayCreate"`

/** Says why a server cannot be used, and what to do; undefined: it can. */
export function problemOf(server: Server, schema: string): string | undefined {
  if (server.version < OLDEST_VERSION)
    return `its server has version ${Math.floor(server.version / 10_000)}. Halyard needs PostgreSQL 14 or later.`
  if (server.encoding !== 'UTF8') return `its encoding is ${server.encoding}. Create it with encoding UTF8.`
  if (server.standby) return 'it is a standby, which takes no writes. Name the primary.'
  if (server.durable === 'off')
    return 'synchronous_commit is off, so that writes which were answered could be lost. Set it to on for the server or the user.'
  if (!server.schema) return `there is no schema ${schema}. Create it with "create schema".`
  if (!server.mayCreate)
    return `the user may not create tables in the schema ${schema}. Grant it "create" and "usage" on the schema.`
  // a pooler may leave out what a connection asks for
  if (server.current !== schema)
    return `its connections use the schema ${server.current}, not ${schema}. Set search_path for the user.`
  return undefined
}
