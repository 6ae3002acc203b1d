import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'

import CheckList from './CheckList.svelte'

const options = Array.from({ length: 8 }, (_, index) => ({
  value: String(index),
  label: `User ${index}`,
  note: index === 3 ? 'ann@example.com' : `user-${index}`,
}))
const boxes = () =>
  screen
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label') ?? box.parentElement?.textContent.trim())

describe('a check list', () => {
  it('is searched by name and note, and keeps hidden items selected', async () => {
    render(CheckList, { label: 'Members', options, chosen: ['5'], empty: 'Nobody.' })
    expect(screen.getAllByRole('checkbox')).toHaveLength(8)
    await fireEvent.input(screen.getByRole('searchbox', { name: 'Search members' }), {
      target: { value: 'ANN@' },
    })
    expect(boxes()).toEqual([expect.stringContaining('User 3')])
    await fireEvent.click(screen.getByRole('checkbox'))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await fireEvent.click(screen.getByRole('checkbox'))
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  it('has no search when it is short, and reports when it is empty', () => {
    render(CheckList, { label: 'Members', options: [], chosen: [], empty: 'Nobody.' })
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getByText('Nobody.')).toBeTruthy()
  })

  it('shows that it is loading', () => {
    render(CheckList, { label: 'Members', options: undefined, chosen: [], empty: 'Nobody.' })
    expect(screen.getByText('Loading...')).toBeTruthy()
  })
})
