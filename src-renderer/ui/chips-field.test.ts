import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'

import ChipsField from './ChipsField.svelte'

it('a list that is entered at once becomes chips, and leaves the input empty', async () => {
  render(ChipsField, { label: 'Users', values: [] })
  const input = screen.getByLabelText<HTMLInputElement>('Users')
  await fireEvent.input(input, { target: { value: 'ada, grace,' } })
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove ada',
    'Remove grace',
  ])
  expect(input.value).toBe('')
  await fireEvent.input(input, { target: { value: 'linus, tor' } })
  expect(input.value).toBe('tor')
})
