import { sql, type Kysely } from 'kysely'

/** The type of flags that version 8 brought, for instances that began without it; a new one is given it with the others. */
export const sunset = { version: 15, name: 'sunset', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into feature_types (id, name, description, lifetime_days, sort_order)
    select 'sunset', 'Sunset', 'Sunset feature flags are used to phase out a feature.', 90, max(sort_order) + 1
    from feature_types having count(*) > 0`.execute(db)
}
