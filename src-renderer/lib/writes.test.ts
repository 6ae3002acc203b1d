import { expect, it } from 'vitest'

import type { EventType } from '#shared/audit/events/index.ts'
import { areUndoable, beginWrite, collectWrites } from './writes.ts'

const write = (...types: EventType[]) => types.map((type, index) => ({ id: index + 1, type }))

it('an act collects the writes that begin while it is under way, and an inner act its own', async () => {
  const early = beginWrite()
  let inner: unknown
  const outer = await collectWrites(async () => {
    beginWrite()(write('feature-stale-on'))
    inner = await collectWrites(async () => beginWrite()(write('feature-tagged')))
    beginWrite()([])
    early(write('segment-created'))
    await Promise.resolve()
  })
  beginWrite()(write('role-created'))
  expect([outer, inner]).toEqual([[write('feature-stale-on')], [write('feature-tagged')]])
})

it('an act that fails collects no more', async () => {
  await expect(collectWrites(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const [after] = [await collectWrites(async () => beginWrite()(write('feature-tagged')))]
  expect(after).toHaveLength(1)
})

it.each<[string, EventType[][], boolean]>([
  ['nothing was written', [], false],
  ['flags were archived', [['feature-archived', 'feature-archived']], true],
  ['flags were imported', [['feature-created', 'features-imported']], true],
  ['nothing changed but a note', [['features-imported']], false],
  ['a token was deleted', [['api-token-deleted']], false],
  ['one of two writes cannot be undone', [['feature-archived'], ['user-deleted']], false],
  ['a part of a write cannot be undone', [['feature-archived', 'user-deleted']], false],
])('undo is offered where the event log has it: %s', (_when, writes, expected) => {
  expect(areUndoable(writes.map((types) => write(...types)))).toBe(expected)
})
