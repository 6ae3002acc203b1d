import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '../open-store.ts'
import { signalDeliveries } from './0045-signal-deliveries.ts'
import { MIGRATIONS } from './index.ts'

const AT = '2026-11-21T12:00:00.000Z'

it('secrets of senders from before count as they did, and their tokens may have several', async () => {
  const { folder, remove } = makeTempFolder()
  const open = (migrations = MIGRATIONS) =>
    openStore({ dataDir: folder, wasm, now: () => new Date(AT), migrations })
  const before = await open(MIGRATIONS.filter(({ version }) => version < signalDeliveries.version))
  await before.transaction(async (queries) => {
    const made = { created_at: AT, created_by_user_id: 1 }
    await queries
      .insertInto('signal_endpoints')
      .values({ name: 'sentry', description: null, enabled: true, ...made })
      .execute()
    await queries
      .insertInto('signal_endpoint_tokens')
      .values({ name: 'sentry', endpoint_id: 1, secret_hash: 'hash', ...made })
      .execute()
    await queries
      .insertInto('signal_sender_secrets')
      .values({ token_id: 1, sealed: 'sealed', set_at: AT } as never)
      .execute()
  })
  await before.close()

  const store = await open()
  const secrets = () => store.queries.selectFrom('signal_sender_secrets').selectAll().orderBy('id').execute()
  const former = { id: 1, token_id: 1, scheme: 'body', sealed: 'sealed', set_at: AT, until: null }
  expect(await secrets()).toEqual([former])
  await store.transaction((queries) =>
    queries
      .insertInto('signal_sender_secrets')
      .values({ token_id: 1, scheme: 'webhook', sealed: 'second', set_at: AT, until: null })
      .execute(),
  )
  expect(await secrets()).toHaveLength(2)
  await store.transaction((queries) => queries.deleteFrom('signal_endpoint_tokens').execute())
  expect(await secrets()).toEqual([])
  await store.close()
  remove()
})
