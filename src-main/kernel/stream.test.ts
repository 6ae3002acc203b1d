import { once } from 'node:events'

import { expect, it } from 'vitest'

import { AccessRechecks } from './access-rechecks.ts'
import { SYSTEM } from './caller.ts'
import { readableOf, streamTo } from './stream.ts'

const caller = { actor: SYSTEM } as Parameters<typeof streamTo>[1]

it('a stream whose client has gone ends at once, and not with its next heartbeat', async () => {
  const left = new AbortController()
  let isClosed = false
  const news = ['news']
  const source = { open: () => () => (isClosed = true), take: () => news.splice(0) }
  const items = streamTo<string>(new AccessRechecks(), caller, source, {
    signal: left.signal,
    // longer than a test may take
    heartbeat: { everyMs: 24 * 60 * 60_000, item: 'still here' },
  })
  const readable = readableOf(items, left)
  expect(await readable[Symbol.asyncIterator]().next()).toEqual({ done: false, value: 'news' })
  readable.destroy()
  await once(readable, 'close')
  expect(isClosed).toBe(true)
})
