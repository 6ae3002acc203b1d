import { sql, type Kysely } from 'kysely'

/** Changes that are asked for, reviewed, and applied together (docs/contract/changes.md#states-and-rules). */
export const changeRequests = { version: 5, name: 'change-requests', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  await createRequests(db)
  await createReviews(db)
}

async function createRequests(db: Db): Promise<void> {
  await db.schema
    .createTable('change_requests')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('environment', 'text', (c) => c.notNull().references('environments.name').onDelete('cascade'))
    .addColumn('title', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('min_approvals', 'integer', (c) => c.notNull())
    // no reference: a request stays when its author is deleted
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('change_requests_one_pending')
    .unique()
    .on('change_requests')
    .columns(['created_by_user_id', 'project', 'environment'])
    .where(sql.ref('state'), 'not in', ['Applied', 'Cancelled', 'Rejected', 'Scheduled'])
    .execute()
  await db.schema
    .createIndex('change_requests_project')
    .on('change_requests')
    .columns(['project', 'environment', 'state'])
    .execute()
  await db.schema
    .createTable('change_request_state_times')
    .addColumn('change_request_id', 'integer', (c) =>
      c.notNull().references('change_requests.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('entered_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('change_request_state_times_pk', ['change_request_id', 'state'])
    .execute()
  await db.schema
    .createTable('change_request_changes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('change_request_id', 'integer', (c) =>
      c.notNull().references('change_requests.id').onDelete('cascade'),
    )
    // no reference: a request on a deleted flag is shown as a conflict
    .addColumn('feature', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('payload', json)
    .addColumn('snapshot', json)
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('change_request_changes_request')
    .on('change_request_changes')
    .column('change_request_id')
    .execute()
  await db.schema
    .createIndex('change_request_changes_feature')
    .on('change_request_changes')
    .column('feature')
    .execute()
}

async function createReviews(db: Db): Promise<void> {
  await db.schema
    .createTable('change_request_reviews')
    .addColumn('change_request_id', 'integer', (c) =>
      c.notNull().references('change_requests.id').onDelete('cascade'),
    )
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('change_request_reviews_pk', [
      'change_request_id',
      'verdict',
      'created_by_user_id',
    ])
    .execute()
  await db.schema
    .createTable('change_request_comments')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('change_request_id', 'integer', (c) =>
      c.notNull().references('change_requests.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('change_request_comments_request')
    .on('change_request_comments')
    .column('change_request_id')
    .execute()
  await db.schema
    .createTable('change_request_reviewers')
    .addColumn('change_request_id', 'integer', (c) =>
      c.notNull().references('change_requests.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('change_request_reviewers_pk', ['change_request_id', 'user_id'])
    .execute()
  await db.schema
    .createTable('change_request_schedules')
    .addColumn('change_request_id', 'integer', (c) =>
      c.primaryKey().references('change_requests.id').onDelete('cascade'),
    )
    .addColumn('scheduled_at', instant, (c) => c.notNull())
    .addColumn('scheduled_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('scheduled_by', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .execute()
}
