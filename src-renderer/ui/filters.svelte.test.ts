import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'

import Filters from './Filters.svelte'
import type { ListFilter } from './options.ts'

const named = (...labels: string[]) => labels.map((label) => ({ value: label.toLowerCase(), label }))

let values = $state<Record<string, string>>({})
beforeEach(() => (values = {}))

function show(onclear?: () => void) {
  const filter = (label: string, options?: ListFilter['options']): ListFilter => ({
    label,
    get value() {
      return values[label] ?? ''
    },
    set: (value) => (values[label] = value),
    ...(options ? { options } : {}),
  })
  const filters = [
    filter('Type', named('Release', 'Experiment')),
    filter('Tag', []),
    filter('Favourites only', [{ value: 'yes', label: 'Favourites only' }]),
    filter('From'),
  ]
  render(Filters, { filters, onclear })
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent.trim())
async function press(key: string) {
  await fireEvent.keyDown(screen.getByRole('combobox'), { key })
}
async function type(text: string) {
  await fireEvent.input(screen.getByRole('combobox'), { target: { value: text } })
  await waitFor(() => expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBeTruthy())
}
async function openFilters() {
  await fireEvent.click(button('Filter'))
  await screen.findByRole('combobox', { name: 'Filter by' })
}

describe('the filters of a list', () => {
  it('offer the filters that have something to choose, then the values of one', async () => {
    show()
    await openFilters()
    expect(options()).toEqual(['Type', 'Favourites only', 'From'])
    await type('ty')
    await press('Enter')
    await screen.findByRole('combobox', { name: 'Type' })
    expect(options()).toEqual(['Release', 'Experiment'])
    await type('exp')
    await press('Enter')
    expect(values).toEqual({ Type: 'experiment' })
    const chip = await screen.findByRole('button', { name: 'Type: Experiment' })
    await waitFor(() => expect(document.activeElement).toBe(button('Filter')))
    await fireEvent.click(chip)
    await screen.findByRole('combobox', { name: 'Type' })
    await type('rel')
    await press('Enter')
    expect(values).toEqual({ Type: 'release' })
    await waitFor(() => expect(document.activeElement).toBe(button('Type: Release')))
  })

  it('find a value by its name, and go back from the values to the filters', async () => {
    show()
    await openFilters()
    await type('experiment')
    expect(options()).toEqual(['Experiment'])
    await press('Enter')
    expect(values).toEqual({ Type: 'experiment' })
    await openFilters()
    await type('type')
    await press('Enter')
    await screen.findByRole('combobox', { name: 'Type' })
    await press('Backspace')
    await screen.findByRole('combobox', { name: 'Filter by' })
    await press('Escape')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('set a filter of one value at once', async () => {
    show()
    await openFilters()
    await type('fav')
    await press('Enter')
    expect(values).toEqual({ 'Favourites only': 'yes' })
    expect(button('Favourites only').textContent.trim()).toBe('Favourites only')
  })

  it('take a filter off by its cross, by Backspace and by Delete, and all of them', async () => {
    values = { Type: 'release', 'Favourites only': 'yes', From: '2026-11-01' }
    let isCleared = false
    show(() => (isCleared = true))
    await fireEvent.click(button('Remove the filter Type'))
    await fireEvent.keyDown(button('Favourites only'), { key: 'Backspace' })
    await fireEvent.keyDown(button('From: 2026-11-01'), { key: 'Delete' })
    expect(values).toEqual({ Type: '', 'Favourites only': '', From: '' })
    await waitFor(() => expect(document.activeElement).toBe(button('Filter')))
    await fireEvent.click(button('Clear'))
    expect(isCleared).toBe(true)
  })

  it('take a day, and give the focus back with Enter', async () => {
    show()
    await openFilters()
    await type('from')
    await press('Enter')
    const day = await screen.findByLabelText('From')
    await fireEvent.input(day, { target: { value: '2026-11-01' } })
    expect(values).toEqual({ From: '2026-11-01' })
    await fireEvent.keyDown(day, { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(button('Filter')))
    expect(button('From: 2026-11-01')).toBeTruthy()
  })

  it('show an unknown value of an old link, so that it can be taken off', async () => {
    values = { Type: 'former' }
    show()
    expect(button('Type: former')).toBeTruthy()
    await fireEvent.click(button('Remove the filter Type'))
    expect(values).toEqual({ Type: '' })
  })
})
