import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { openStore } from '../open-store.ts'
import { MIGRATIONS } from './index.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const ADMINS = ['*:*.an-admin-token-of-before', `*:*.${'0f'.repeat(28)}`]
const SDK = 'default:development.a-token-of-an-sdk'

it('the migration keeps admin tokens valid without storing their secrets, and leaves SDK tokens unchanged', async () => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) => openStore({ dataDir: folder, wasm, now: () => NOW, migrations })
  const before = await open(MIGRATIONS.filter(({ version }) => version < 17))
  for (const [secret, type] of [...ADMINS.map((one) => [one, 'admin']), [SDK, 'client']])
    await sql`insert into api_tokens (secret, token_name, type, environment, created_at)
      values (${secret}, 'old', ${type}, '*', '2026-01-01T00:00:00.000Z')`.execute(before.queries)
  await before.close()
  expect(contentOf(folder)).toContain(ADMINS[0])

  const store = await open()
  const directory = new TokenDirectory()
  await directory.load(store.queries)
  for (const secret of ADMINS) {
    expect(directory.authenticate(secret, NOW)).toMatchObject({ kind: 'admin-token', username: 'old' })
    const token = directory.find(secret)
    expect(token?.secret).toMatch(/^\*:\*\.hidden-[0-9a-f]{16}$/)
    expect(directory.find(token?.secret ?? '')).toBe(token)
    expect(directory.authenticate(token?.secret ?? '', NOW)).toBeUndefined()
  }
  expect(directory.authenticate(SDK, NOW)).toMatchObject({ kind: 'backend-token' })
  await store.close()
  expect(contentOf(folder)).toContain(SDK)
  for (const secret of ADMINS) expect(contentOf(folder)).not.toContain(secret)
  remove()
})

/** The bytes of the database and its log; the backup of before the migration still has what was there. */
function contentOf(folder: string): string {
  const files = readdirSync(folder).filter((file) => file.startsWith('halyard.db'))
  return files.map((file) => readFileSync(path.join(folder, file), 'latin1')).join('')
}
