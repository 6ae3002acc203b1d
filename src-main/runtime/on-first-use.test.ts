import { describe, expect, it } from 'vitest'

import { onFirstUse } from './on-first-use.ts'

describe('onFirstUse', () => {
  it('loads the library once, and not before the first use', async () => {
    let loads = 0
    const library = onFirstUse('a library', 'a test', async () => ({ loads: ++loads }))
    expect(loads).toBe(0)
    const found = await Promise.all([library(), library()])
    expect([...found, await library()]).toEqual([{ loads: 1 }, { loads: 1 }, { loads: 1 }])
  })

  it('says what cannot be loaded and what needs it, and tries again at the next use', async () => {
    const cause = new Error('ENOENT')
    const answers = [Promise.reject(cause), Promise.resolve('loaded')]
    const library = onFirstUse('nodemailer', 'sending e-mail', () => answers.shift() as Promise<string>)
    await expect(library()).rejects.toMatchObject({
      message: 'Halyard cannot load nodemailer, which sending e-mail needs. Install Halyard again.',
      cause,
    })
    expect(await library()).toBe('loaded')
  })
})
