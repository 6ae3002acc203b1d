import { sql } from 'kysely'

import { FOLLOWED_TABLES } from '../peers.ts'
import type { Queries } from '../queries.ts'

/** Channel of notifications. The text is the schema, a dot and the table; of events also a colon and the highest id. */
export const CHANNEL = 'halyard_changed'
const TRIGGER = 'halyard_changed'
const EVENT_TRIGGER = 'halyard_events'

/** Columns of frequent notes, which are in nobody's copy. */
const NOTES = ['seen_at']

/**
 * Sees to it that a commit that changed a followed table is told of. The server sends notifications at the commit, in its
 * order. Call it while no other Halyard migrates.
 */
export async function tellPeers(queries: Queries, schema: string): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select tables.tablename as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_tables as tables
    join pg_attribute on attrelid = format('%I.%I', schemaname, tablename)::regclass and attnum > 0
      and not attisdropped and attname <> all(${NOTES})
    where schemaname = ${schema} and tablename = any(${[...FOLLOWED_TABLES]})
      and not exists (select 1 from pg_trigger
        where tgrelid = format('%I.%I', schemaname, tablename)::regclass
          and tgname in (${TRIGGER}, ${EVENT_TRIGGER}))
    group by tables.tablename`.execute(queries)
  if (rows.length === 0) return
  await sql.raw([FUNCTIONS, ...rows.map(triggerOf)].join(';\n')).execute(queries)
}

const FUNCTIONS = `create or replace function ${TRIGGER}() returns trigger language plpgsql as $$ begin
    perform pg_notify('${CHANNEL}', tg_table_schema || '.' || tg_table_name);
    return null;
  end $$;
  create or replace function ${EVENT_TRIGGER}() returns trigger language plpgsql as $$ begin
    perform pg_notify('${CHANNEL}', tg_table_schema || '.events:' || max(id)) from added;
    return null;
  end $$`

const triggerOf = ({ name, columns }: { name: string; columns: string }) =>
  name === 'events'
    ? `create trigger ${EVENT_TRIGGER} after insert on events referencing new table as added
         for each statement execute function ${EVENT_TRIGGER}()`
    : `create trigger ${TRIGGER} after insert or delete or update of ${columns} on "${name}"
         for each statement execute function ${TRIGGER}()`
