import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '../open-store.ts'
import { applicationNames } from './0036-application-names.ts'
import { MIGRATIONS } from './index.ts'

const AT = '2026-11-21T12:00:00.000Z'

it('applications with too long a name keep what they are under a shorter one, each its own', async () => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) =>
    openStore({ dataDir: folder, wasm, now: () => new Date(AT), migrations })
  const before = await open(MIGRATIONS.filter(({ version }) => version < applicationNames.version))
  const long = 'ä'.repeat(90_000)
  for (const name of ['web', long, `${long}!`]) {
    await sql`insert into client_applications (app_name, created_at, seen_at, strategies, created_by, description)
      values (${name}, ${AT}, ${AT}, '["default"]', 'sdk', 'x')`.execute(before.queries)
    await sql`insert into client_application_usage (app_name, project, environment)
      values (${name}, 'default', 'development')`.execute(before.queries)
    await sql`insert into client_instances (app_name, instance_id, environment, sdk_type, created_at, last_seen)
      values (${name}, 'one', 'development', 'backend', ${AT}, ${AT})`.execute(before.queries)
  }
  await before.close()

  const store = await open()
  const { queries } = store
  const applications = await queries
    .selectFrom('client_applications')
    .selectAll()
    .orderBy('app_name')
    .execute()
  const names = applications.map((one) => one.app_name)
  expect(names[0]).toBe('web')
  expect(names.slice(1).map((name) => /^ä{180}… [0-9a-f]{12}$/.test(name))).toEqual([true, true])
  expect(new Set(names).size).toBe(3)
  expect(
    new Set(applications.map((one) => [one.strategies, one.description, one.created_at].join())),
  ).toEqual(new Set([`["default"],x,${AT}`]))
  for (const table of ['client_application_usage', 'client_instances'] as const) {
    const rows = await queries.selectFrom(table).select('app_name').orderBy('app_name').execute()
    expect(rows.map((row) => row.app_name)).toEqual(names)
  }
  await store.close()
  remove()
})
