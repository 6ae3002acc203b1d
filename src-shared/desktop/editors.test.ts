import { expect, it } from 'vitest'

import { EDITOR_IDS, editorLink } from './editors.ts'

it('a link opens a file at a line', () => {
  expect(editorLink('vscode', '/home/ada/shop/a.ts', 12)).toBe('vscode://file/home/ada/shop/a.ts:12')
  expect(editorLink('zed', 'C:\\code\\a b.ts', 3)).toBe('zed://file/C:/code/a%20b.ts:3')
  expect(editorLink('idea', '/home/a.kt', 1)).toBe('idea://open?file=%2Fhome%2Fa.kt&line=1')
})

it('no name of a file becomes another part of a link', () => {
  for (const editor of EDITOR_IDS) {
    const url = new URL(editorLink(editor, '/home/a?b#c&windowId=_blank%/x.ts', 7))
    expect(url.protocol).toBe(`${editor}:`)
    expect(url.hash).toBe('')
    expect([...url.searchParams.keys()]).toEqual(editor === 'idea' ? ['file', 'line'] : [])
  }
})
