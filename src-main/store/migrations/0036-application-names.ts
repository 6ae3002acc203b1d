import { createHash } from 'node:crypto'

import { sql, type Kysely } from 'kysely'

/** Names of applications have at most 200 characters, so that the path of one fits into a request. */
export const applicationNames = { version: 36, name: 'application-names', up }

const MAX = 200
/** Begin of a name that was shortened; what follows tells two with the same begin apart. */
const KEPT = 180

const TABLES = ['client_application_usage', 'client_instances']
const FIELDS = ['created_at', 'seen_at', 'strategies', 'description', 'icon', 'url', 'color', 'created_by']

/** One after the other: some may have a hundred thousand characters. */
async function up(db: Kysely<unknown>): Promise<void> {
  for (let name = await findLongName(db); name !== undefined; name = await findLongName(db)) {
    const short = shorten(name)
    const fields = sql.join(FIELDS.map((field) => sql.ref(field)))
    await sql`insert into client_applications (app_name, ${fields})
      select ${short}, ${fields} from client_applications where app_name = ${name}`.execute(db)
    for (const table of TABLES)
      await sql`update ${sql.table(table)} set app_name = ${short} where app_name = ${name}`.execute(db)
    await sql`delete from client_applications where app_name = ${name}`.execute(db)
  }
}

async function findLongName(db: Kysely<unknown>): Promise<string | undefined> {
  const found = await sql<{ name: string }>`select app_name as name from client_applications
    where length(app_name) > ${MAX} limit 1`.execute(db)
  return found.rows[0]?.name
}

const shorten = (name: string): string =>
  `${Array.from(name.slice(0, 2 * KEPT))
    .slice(0, KEPT)
    .join('')}… ${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
