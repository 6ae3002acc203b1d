import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

const DOMAINS = 'src-main/domains'

const sources = readdirSync(DOMAINS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(DOMAINS, file), 'utf8') }))

it('deferred writes go through WriteBehind, which is bounded and keeps what could not be written', () => {
  const flushing = sources.filter(({ text }) => /\bflush\w*\(transaction: /.test(text))
  expect(flushing.length).toBeGreaterThan(4)
  const byHand = flushing.filter(
    ({ text }) => !text.includes('new WriteBehind') || /[^.\w]transaction\(/.test(text),
  )
  expect(byHand.map(({ file }) => file)).toEqual([])
})

it('no domain has its own timer for writes', () => {
  const timed = sources.filter(({ text }) => /\bsetInterval\(/.test(text))
  expect(timed.map(({ file }) => file)).toEqual([])
})
