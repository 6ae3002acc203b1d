import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { root } from '#support/runner/root.ts'
import { visitPages, WORDS, wordsOf } from '../../scripts/docs/pictures.mjs'

/** Time in which what a page reads late has to be there. */
const SETTLED_WITHIN_MS = 20_000

/** Words on the pages when their pictures were taken. */
const taken = JSON.parse(readFileSync(path.join(root, WORDS), 'utf8')) as Record<string, string[]>

it('no picture of the guide is older than the titles, labels and buttons on its page: npm run docs -- --pictures', async () => {
  const visited: string[] = []
  const old: string[] = []
  await visitPages(root, async (name, page) => {
    visited.push(name)
    const before = taken[name] ?? []
    const changes = async () => {
      const now = await wordsOf(page)
      return [...before.filter((one) => !now.includes(one)), ...now.filter((one) => !before.includes(one))]
    }
    const until = performance.now() + SETTLED_WITHIN_MS
    let changed = await changes()
    while (changed.length > 0 && performance.now() < until) {
      await page.waitForTimeout(200)
      changed = await changes()
    }
    if (changed.length > 0) old.push(`${name}: ${changed.join(', ')}`)
  })
  expect(old).toEqual([])
  expect(Object.keys(taken).sort()).toEqual(visited.sort())
})
