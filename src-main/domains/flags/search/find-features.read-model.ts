import { sql } from 'kysely'

import type { Queries } from '#store/queries.ts'
import { conditionsOf, lastSeen } from './search-conditions.read-model.ts'
import type { SearchFilter, SearchOrder, SearchPage } from './search-filter.ts'

/** A flag of the page that was asked for. */
export interface FoundRow {
  name: string
  type: string
  description: string | null
  project: string
  createdAt: string
  createdByUserId: number
  stale: boolean
  potentiallyStale: boolean
  archivedAt: string | null
  impressionData: boolean
  favorite: boolean
}

/** The flags that a filter finds, in order, a page of them; and how many there are in all. */
export async function findPage(
  queries: Queries,
  filter: SearchFilter,
  order: SearchOrder,
  page: SearchPage,
  user: number | undefined,
): Promise<{ rows: FoundRow[]; total: number }> {
  const found = queries.selectFrom('features as f').where((eb) => eb.and(conditionsOf(eb, filter, user)))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const direction = order.descending ? 'desc' : 'asc'
  const rows = await found
    .leftJoin('favorite_features as fav', (join) =>
      join.onRef('fav.feature_name', '=', 'f.name').on('fav.user_id', '=', user ?? null),
    )
    .select([
      'f.name',
      'f.type',
      'f.description',
      'f.project',
      'f.created_at as createdAt',
      'f.created_by_user_id as createdByUserId',
      'f.stale',
      'f.potentially_stale as potentiallyStale',
      'f.archived_at as archivedAt',
      'f.impression_data as impressionData',
      'fav.user_id as favoriteOf',
    ])
    .$if(order.favoritesFirst, (q) => q.orderBy(sql`fav.user_id is null`))
    .$if(order.by === 'lastSeenAt', (q) =>
      // flags that were never seen are sorted last in both directions
      q.orderBy((eb) => sql`(${lastSeen(eb)}) is null`).orderBy((eb) => lastSeen(eb), direction),
    )
    .$if(typeof order.by === 'object', (q) =>
      q.orderBy(
        (eb) =>
          eb
            .selectFrom('feature_environments')
            .select('enabled')
            .whereRef('feature_name', '=', 'f.name')
            .where('environment', '=', typeof order.by === 'object' ? order.by.environment : ''),
        direction,
      ),
    )
    .$if(order.by === 'name', (q) => q.orderBy('f.name', direction))
    .$if(order.by === 'type', (q) => q.orderBy('f.type', direction))
    .$if(order.by === 'stale', (q) => q.orderBy('f.stale', direction))
    .$if(order.by === 'project', (q) => q.orderBy('f.project', direction))
    .$if(order.by === 'projectName', (q) =>
      q
        .orderBy(
          (eb) =>
            eb
              .selectFrom('projects')
              .select((inner) => inner.fn<string>('lower', ['name']).as('name'))
              .whereRef('id', '=', 'f.project'),
          direction,
        )
        .orderBy('f.project', direction),
    )
    .orderBy('f.created_at', order.by === 'createdAt' ? direction : 'asc')
    .orderBy('f.name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return {
    rows: rows.map(({ favoriteOf, ...row }) => ({ ...row, favorite: favoriteOf !== null })),
    total: Number(total),
  }
}
