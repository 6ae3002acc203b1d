import { expect, it } from 'vitest'

import { OwnChanges } from './own-changes.ts'

it('changes made during a read outlive what it takes over, each read apart; earlier ones do not', async () => {
  const changes = new OwnChanges()
  let content = 'old'
  let finish: ((read: string) => void)[] = []
  const read = () => new Promise<string>((resolve) => finish.push(resolve))
  const begin = () => changes.readAgain(read, (was) => (content = was))

  changes.make(() => (content = 'before'))
  const first = begin()
  changes.make(() => (content += ' changed'))
  const second = begin()
  expect(content).toBe('before changed')
  finish[0]?.('read')
  await first
  expect(content).toBe('read changed')
  finish[1]?.('read later')
  await second
  expect(content).toBe('read later')

  finish = []
  const failing = changes.readAgain(
    () => Promise.reject(new Error('away')),
    () => (content = 'never'),
  )
  await expect(failing).rejects.toThrow('away')
  expect(content).toBe('read later')
})
