import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'

import DescriptionField from './DescriptionField.svelte'

it('a description sends its form with Enter, and begins a line with Shift+Enter', async () => {
  const form = document.body.appendChild(document.createElement('form'))
  const onsubmit = vi.fn((event: Event) => event.preventDefault())
  form.addEventListener('submit', onsubmit)
  render(DescriptionField, { target: form, props: { value: 'old', maxlength: 9 } })
  const submit = form.appendChild(document.createElement('button'))
  submit.type = 'submit'
  const field = screen.getByLabelText<HTMLTextAreaElement>('Description')
  expect(field.maxLength).toBe(9)
  // false: the key has no further effect, so no line begins
  expect(await fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
  expect(onsubmit).toHaveBeenCalledTimes(1)
  expect(await fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true)
  expect(await fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(true)
  submit.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await fireEvent.keyDown(field, { key: 'Enter' })
  expect(onsubmit).toHaveBeenCalledTimes(1)
  submit.disabled = true
  await fireEvent.keyDown(field, { key: 'Enter' })
  expect(onsubmit).toHaveBeenCalledTimes(1)
  form.remove()
})
