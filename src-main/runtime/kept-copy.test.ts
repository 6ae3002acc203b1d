import { expect, it, vi } from 'vitest'

import { KeptCopy } from './kept-copy.ts'

it('a kept copy has its initial value until it is read, and the last one while a read fails, which is retried', async () => {
  const read = vi.fn<() => Promise<number>>()
  const copy = new KeptCopy({ name: 'the copy', initial: 0, read })
  expect(copy.value).toBe(0)
  read.mockResolvedValueOnce(1)
  await copy.reload()
  expect(copy.value).toBe(1)
  read.mockRejectedValueOnce(new Error('the disk')).mockResolvedValue(2)
  await expect(copy.reload()).rejects.toThrow('the disk')
  expect(copy.value).toBe(1)
  await vi.waitFor(() => expect(copy.value).toBe(2))
  copy.stop()
})

it('asks for the same effect each time, which a write runs once', () => {
  const copy = new KeptCopy({ name: 'the copy', initial: 0, read: () => Promise.resolve(1) })
  const effects = new Set<unknown>()
  for (let n = 0; n < 3; n++) copy.refreshAfter({ onCommit: (effect) => effects.add(effect) })
  expect(effects.size).toBe(1)
})
