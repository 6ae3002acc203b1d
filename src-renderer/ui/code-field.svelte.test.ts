import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'

import CodeField from './CodeField.svelte'

afterEach(cleanup)

/** Opens a field, and waits for its editor. */
async function show(value: string) {
  const state = $state<{ value: string; error?: string | undefined }>({ value })
  const { container } = render(CodeField, {
    props: {
      label: 'Payload',
      hint: 'Any JSON.',
      get error() {
        return state.error
      },
      get value() {
        return state.value
      },
      set value(next: string) {
        state.value = next
      },
    },
  })
  await waitFor(() => expect(container.querySelector('.cm-editor')).not.toBeNull())
  const area = container.querySelector('textarea')
  if (!area) throw new Error('no text area')
  return { state, area, editor: screen.getByRole('textbox', { name: 'Payload' }) }
}
const shown = (editor: HTMLElement) =>
  [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')

describe('a field of code', () => {
  it('is labelled and described as other fields', async () => {
    const { editor, area } = await show('{}')
    expect(editor.getAttribute('aria-multiline')).toBe('true')
    const note = document.getElementById(editor.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toContain('Any JSON.')
    expect(area.hidden).toBe(true)
  })

  it('keeps its text area, which forms and drafts read and write', async () => {
    const { editor, area, state } = await show('{"a": 1}')
    expect([shown(editor), area.value]).toEqual(['{"a": 1}', '{"a": 1}'])
    await fireEvent.input(area, { target: { value: '{\n}' } })
    await tick()
    expect([shown(editor), state.value]).toEqual(['{\n}', '{\n}'])
    state.value = '[]'
    await tick()
    expect([shown(editor), area.value]).toEqual(['[]', '[]'])
  })

  it('marks the line that an error names', async () => {
    const { editor, state } = await show('{\n  a\n}')
    expect(editor.getAttribute('aria-invalid')).toBe('false')
    state.error = 'Line 2: a name is expected.'
    await tick()
    expect(editor.getAttribute('aria-invalid')).toBe('true')
    expect(editor.querySelector('.cm-lintRange-error')?.textContent).toBe('  a')
    expect(screen.getByRole('alert').textContent).toContain('Line 2')
    state.error = undefined
    await tick()
    expect(editor.querySelector('.cm-lintRange-error')).toBeNull()
  })

  it('lets Tab go on to the next field after Escape, whose second press is the dialog’s', async () => {
    const { editor, state } = await show('{}')
    // as events say whether somebody took them
    const press = (key: string) => fireEvent.keyDown(editor, { key })
    const escapes: string[] = []
    document.addEventListener('keydown', ({ key }) => escapes.push(key), { once: true })
    expect(await press('Tab')).toBe(false)
    expect(state.value).toBe('  {}')
    escapes.length = 0
    document.addEventListener('keydown', ({ key }) => escapes.push(key))
    await press('Escape')
    expect(escapes).toEqual([])
    expect(await press('Tab')).toBe(true)
    await press('Escape')
    expect(escapes).toContain('Escape')
    expect(state.value).toBe('  {}')
  })
})
