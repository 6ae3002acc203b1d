import { expect, it } from 'vitest'

import { SharedWork } from './shared-work.ts'

/** Work whose pieces end when they are told to. */
function stage() {
  const shared = new SharedWork<string>()
  const begun: ((outcome: string | Error) => void)[] = []
  let revision = 1
  return {
    begun,
    change: () => (revision += 1),
    run: (key = 'a') =>
      shared.run({
        key,
        revisionOf: () => revision,
        work: () =>
          new Promise((resolve, reject) => {
            begun.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
          }),
      }),
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

it('work of one key and revision is done once', async () => {
  const { run, begun, settle } = stage()
  const results = [run(), run()]
  await settle()
  results.push(run())
  expect(begun).toHaveLength(1)
  begun[0]?.('done')
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done'])
  void run()
  await settle()
  expect(begun).toHaveLength(2)
})

it('requests after a change share the work that begins when the work before it has ended', async () => {
  const { run, begun, change, settle } = stage()
  const first = run()
  await settle()
  change()
  const second = run()
  change()
  const third = run()
  await settle()
  expect(begun).toHaveLength(1)
  begun[0]?.('former')
  expect(await first).toBe('former')
  await settle()
  expect(begun).toHaveLength(2)
  begun[1]?.('new')
  expect(await Promise.all([second, third])).toEqual(['new', 'new'])
})

it('a failure is that of those who waited for this work, and work of another key goes on', async () => {
  const { run, begun, change, settle } = stage()
  const failing = run()
  const other = run('b')
  await settle()
  change()
  const next = run()
  begun[0]?.(new Error('The disk is gone.'))
  await expect(failing).rejects.toThrow('The disk is gone.')
  await settle()
  begun[1]?.('other')
  begun[2]?.('next')
  expect(await Promise.all([other, next])).toEqual(['other', 'next'])
})
