import { describe, expect, it } from 'vitest'

import { hasLongLists, LongList, longListsJson, withUsualLists } from './long-list.ts'

/** A list that counts the items that were made. */
function countingList(length: number, text: string) {
  const made = { count: 0 }
  const items = (async function* () {
    for (; made.count < length;) yield { nr: ++made.count, text }
  })()
  return { made, list: new LongList(items) }
}

describe('an answer with a long list', () => {
  it('is the text of the same answer with a usual one', async () => {
    for (const [length, text] of [
      [0, ''],
      [1, 'x'],
      [300, 'ä'.repeat(1000)],
    ] as const) {
      const answer = { before: [1], list: countingList(length, text).list, after: null, none: undefined }
      let sent = ''
      for await (const part of longListsJson(answer)) sent += part.toString()
      const { list } = countingList(length, text)
      expect(sent).toBe(JSON.stringify(await withUsualLists({ before: [1], list, after: null })))
    }
  })

  it('is sent while its items are made', async () => {
    const { made, list } = countingList(1000, 'x'.repeat(1000))
    const parts = longListsJson({ list })[Symbol.asyncIterator]()
    await parts.next() // the name of the list
    await parts.next()
    expect(made.count).toBeGreaterThan(10)
    expect(made.count).toBeLessThan(200)
    await parts.return(undefined)
    expect(made.count).toBeLessThan(200)
  })

  it('is told from others by its own properties', () => {
    expect(hasLongLists({ list: countingList(1, '').list })).toBe(true)
    for (const other of [{ list: [] }, [], 'text', null, undefined]) expect(hasLongLists(other)).toBe(false)
  })

  it('can be mapped before it is read', async () => {
    const mapped = countingList(3, '').list.map(({ nr }) => 10 * nr)
    expect(await withUsualLists({ mapped })).toEqual({ mapped: [10, 20, 30] })
  })
})
