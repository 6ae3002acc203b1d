import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { copyDatabase } from './read-ledger.ts'
import { findBroken, findBrokenInFile, INVARIANTS } from './torture/invariants.ts'

/** Damages, each with a part of the name of the invariant that it breaks. */
const DAMAGES: readonly (readonly [sql: string, breaks: string])[] = [
  [
    `delete from project_environments where environment = 'development'`,
    'only if its project has the environment',
  ],
  [`insert into feature_dependencies values ('flag', 'flag', 1, '[]')`, 'parent flags have no parents'],
  [`update event_days set events = events + 1`, 'days of events count the events of the day'],
  [`delete from event_days`, 'days of events count every event'],
  [`update project_event_days set events = 0`, 'days of a project count the events'],
  [`update sqlite_sequence set seq = 0 where name = 'events'`, 'numbers of events are not given again'],
  [`update events set data = '{'`, 'events.data is JSON'],
  [`update settings set content = 'x'`, 'settings.content is JSON'],
  [`delete from user_roles`, 'an Admin is left'],
  [
    `insert into user_roles values (1, 1, 'no-project', '')`,
    'every user_roles.project names a row of projects',
  ],
  [`delete from projects`, 'foreign key'],
]

describe('the checker of invariants', () => {
  const { folder, remove } = makeTempFolder()
  let file: string
  beforeAll(async () => {
    const app = await startBackend()
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
    await app.call('POST', '/api/admin/projects/default/features/flag/environments/development/on')
    file = path.join(folder, 'whole.db')
    await app.backend.store.backup(file)
    await app.stop()
  })
  afterAll(remove)

  it('finds nothing wrong with a whole instance, and knows many rules', () => {
    expect(findBrokenInFile(file)).toEqual([])
    expect(INVARIANTS.length).toBeGreaterThan(50)
  })

  it.each(DAMAGES)('finds the damage of: %s', (sql, breaks) => {
    const database = new DatabaseSync(copyDatabase(file, path.join(folder, 'damaged')))
    try {
      database.exec('pragma foreign_keys = off')
      database.exec(sql)
      expect(findBroken((text) => database.prepare(text).all()).join('\n')).toContain(breaks)
    } finally {
      database.close()
    }
  })
})
