import { fireEvent } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'

import { showClippedText } from './clipped-text.ts'

/** An element as wide as its room, with a text of this width: jsdom has no layout. */
function show(html: string, width: number) {
  document.body.innerHTML = html
  document.body.onpointerover = showClippedText
  const shown = document.querySelector<HTMLElement>('[data-shown]') ?? document.body
  Object.defineProperties(shown, {
    clientWidth: { value: 100 },
    scrollWidth: { value: width, writable: true },
  })
  return shown
}

describe('a text that is clipped', () => {
  it('has a title with all of it when it, or a part of it, is pointed at', async () => {
    const shown = show('<p data-shown style="text-overflow: ellipsis">a long <b>name</b></p>', 150)
    await fireEvent.pointerOver(document.querySelector('b') ?? document.body)
    expect(shown.title).toBe('a long name')
    Object.assign(shown, { scrollWidth: 100 })
    await fireEvent.pointerOver(shown)
    expect(shown.hasAttribute('title')).toBe(false)
  })

  it('has such a title also where it ends after some lines', async () => {
    const shown = show('<p data-shown style="overflow: hidden; -webkit-line-clamp: 3">many lines</p>', 100)
    Object.defineProperties(shown, {
      clientHeight: { value: 60 },
      scrollHeight: { value: 90, writable: true },
    })
    await fireEvent.pointerOver(shown)
    expect(shown.title).toBe('many lines')
    Object.assign(shown, { scrollHeight: 60 })
    await fireEvent.pointerOver(shown)
    expect(shown.hasAttribute('title')).toBe(false)
  })

  it('keeps the title that it has', async () => {
    const shown = show('<p data-shown title="Exact" style="text-overflow: ellipsis">about</p>', 150)
    await fireEvent.pointerOver(shown)
    expect(shown.title).toBe('Exact')
  })

  it('has no title where all of it is visible, or where it scrolls', async () => {
    const whole = show('<p data-shown style="text-overflow: ellipsis">name</p>', 100)
    await fireEvent.pointerOver(whole)
    expect(whole.hasAttribute('title')).toBe(false)
    const scrolled = show('<p data-shown style="overflow: auto">name</p>', 150)
    await fireEvent.pointerOver(scrolled)
    expect(scrolled.hasAttribute('title')).toBe(false)
  })
})
