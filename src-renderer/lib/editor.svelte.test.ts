import { describe, expect, it } from 'vitest'

import { Editor } from './editor.svelte.ts'

describe('an editor', () => {
  it('begins each opening with the current values, without the last error', async () => {
    const stored = { name: 'old' }
    const editor = new Editor({ draft: { name: '' }, begin: () => ({ ...stored }), shows: ['name'] })
    expect(editor.draft).toEqual({ name: '' })
    editor.begin()
    editor.draft.name = 'typed'
    expect(await editor.run(() => Promise.reject(new Error('no')))).toBe(false)
    expect(editor.refusal?.message).toBe('no')
    stored.name = 'new'
    editor.begin()
    expect(editor.draft).toEqual({ name: 'new' })
    expect(editor.refusal).toBeUndefined()
    expect(stored).toEqual({ name: 'new' })
  })

  it('can fill fields that its dialog holds', () => {
    let name = ''
    const editor = new Editor({ begin: () => void (name = 'filled') })
    expect(name).toBe('')
    editor.begin()
    expect(name).toBe('filled')
  })
})
