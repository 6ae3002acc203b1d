import { expect, it } from 'vitest'

import { OneAtATime } from './one-at-a-time.ts'

it('runs work one after the other, also after a failure', async () => {
  const alone = new OneAtATime()
  const said: string[] = []
  const work = (name: string, fails = false) =>
    alone.run(async () => {
      said.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      said.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([work('one', true), work('two'), work('three')])
  expect(said).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})
