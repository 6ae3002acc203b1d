import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'

import ChipsField from './ChipsField.svelte'
import ComboboxField from './ComboboxField.svelte'

const flags = Array.from({ length: 5000 }, (_, index) => ({ value: `flag-${index}`, label: `flag-${index}` }))
const groups = [
  { label: 'Flags', options: [{ value: 'createFeature', label: 'Create a flag', note: 'POST /features' }] },
  { label: 'Users', options: [{ value: 'createUser', label: 'Create a user' }] },
]
const input = () => screen.getByRole<HTMLInputElement>('combobox')
const labels = () => screen.queryAllByRole('option').map((option) => option.textContent.trim())

async function type(text: string) {
  await fireEvent.input(input(), { target: { value: text } })
  await tick()
}
async function press(key: string) {
  await fireEvent.keyDown(input(), { key })
  await tick()
}
const highlighted = () => {
  const id = input().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent.trim()
}

describe('a combobox', () => {
  it('renders a bounded part of 5,000 options, and finds each by typing', async () => {
    const state = $state({ value: '' })
    render(ComboboxField, {
      label: 'Parent',
      options: flags,
      get value() {
        return state.value
      },
      set value(value: string) {
        state.value = value
      },
    })
    await fireEvent.click(input())
    // by text: querying a hundred options by role takes jsdom seconds
    expect(screen.getAllByText(/^flag-/)).toHaveLength(100)
    expect(screen.getByText('4,900 more. Type to narrow the list.')).toBeTruthy()
    await type('4999')
    expect(labels()).toEqual(['flag-4999'])
    await waitFor(() => expect(highlighted()).toBe('flag-4999'))
    await press('Enter')
    expect(state.value).toBe('flag-4999')
    expect(input().value).toBe('flag-4999')
    await waitFor(() => expect(screen.queryAllByText(/^flag-/)).toEqual([]))
  })

  it('searches labels, notes and headings, and shows them', async () => {
    render(ComboboxField, { label: 'Operation', options: [], groups, value: 'createUser' })
    expect(input().value).toBe('Create a user')
    await fireEvent.click(input())
    expect(screen.getAllByRole('group')).toHaveLength(2)
    await type('post fea')
    expect(labels()).toEqual(['Create a flag POST /features'])
    await type('users')
    expect(labels()).toEqual(['Create a user'])
    await type('nothing like it')
    expect(labels()).toEqual([])
    expect(screen.getByText('No matches.')).toBeTruthy()
  })

  it('is operated by keyboard', async () => {
    render(ComboboxField, { label: 'Operation', options: [], groups, value: '' })
    await press('ArrowDown')
    await waitFor(() => expect(highlighted()).toBe('Create a flag POST /features'))
    await press('ArrowDown')
    expect(highlighted()).toBe('Create a user')
    await press('Enter')
    expect(input().value).toBe('Create a user')
  })

  it('drops text that names no option, and selects the option that text names', async () => {
    render(ComboboxField, { label: 'Operation', options: [], groups, value: 'createUser' })
    render(ComboboxField, { label: 'Beside', options: [], value: '' })
    const [operation, beside] = screen.getAllByRole<HTMLInputElement>('combobox')
    if (!operation || !beside) throw new Error('no comboboxes')
    await fireEvent.input(operation, { target: { value: 'drop it' } })
    await fireEvent.blur(operation, { relatedTarget: beside })
    expect(operation.value).toBe('Create a user')
    await fireEvent.input(operation, { target: { value: 'create A FLAG' } })
    await fireEvent.blur(operation, { relatedTarget: beside })
    expect(operation.value).toBe('Create a flag')
  })

  it('chooses the best match by Enter, and new text only by its row, the last one', async () => {
    const state = $state({ value: '' })
    const fields = [
      { label: 'Own', options: [{ value: 'accountCountry', label: 'accountCountry' }] },
      {
        label: 'Others',
        options: [
          { value: 'countryCode', label: 'countryCode' },
          { value: 'country', label: 'country' },
        ],
      },
    ]
    render(ComboboxField, {
      label: 'Field',
      options: [],
      groups: fields,
      free: true,
      get value() {
        return state.value
      },
      set value(value: string) {
        state.value = value
      },
    })
    await type('cou')
    expect(labels()).toEqual(['countryCode', 'country', 'accountCountry', 'Use “cou”'])
    await waitFor(() => expect(highlighted()).toBe('countryCode'))
    await type('country')
    expect(labels()[0]).toBe('country')
    await waitFor(() => expect(highlighted()).toBe('country'))
    await press('Enter')
    expect(state.value).toBe('country')
    await type('cou')
    await waitFor(() => expect(highlighted()).toBe('countryCode'))
    await press('ArrowUp')
    expect(highlighted()).toBe('Use “cou”')
    await press('Enter')
    expect([state.value, input().value]).toEqual(['cou', 'cou'])
  })

  it('offers no new text before the options are known', async () => {
    render(ComboboxField, { label: 'Field', options: undefined, value: '', free: true })
    await type('cou')
    expect(labels()).toEqual([])
    expect(screen.getByText('Loading …')).toBeTruthy()
  })

  it('puts typed text first where the options are examples', async () => {
    render(ComboboxField, { label: 'Value', options: flags, value: '', free: true, areExamples: true })
    await type('flag-77')
    await type('flag-7')
    await type('flag')
    expect(labels()[0]).toBe('Use “flag”')
    await waitFor(() => expect(highlighted()).toBe('Use “flag”'))
    await press('Enter')
    expect(input().value).toBe('flag')
  })

  it('marks a value that no option has, once it is entered', async () => {
    const warning = 'There is no such flag.'
    const { rerender } = render(ComboboxField, {
      label: 'Flag',
      options: undefined,
      value: 'flag-x',
      unknown: warning,
    })
    expect(screen.queryByText(warning)).toBeNull()
    await rerender({ options: flags, free: true })
    expect(screen.getByRole('status').textContent).toContain(warning)
    expect(input().getAttribute('aria-describedby')).toBe(screen.getByRole('status').id)
    await type('flag-7')
    expect(screen.queryByText(warning)).toBeNull()
    await waitFor(() => expect(highlighted()).toBe('flag-7'))
    await press('Enter')
    expect(screen.queryByText(warning)).toBeNull()
  })

  it('submits typed text with one Enter where the form has one value, and chooses a suggestion first', async () => {
    const submitted: string[] = []
    const state = $state({ value: '' })
    const form = document.body.appendChild(document.createElement('form'))
    form.addEventListener('submit', (event) => (event.preventDefault(), submitted.push(state.value)))
    render(
      ComboboxField,
      {
        target: form,
        props: {
          label: 'Tag',
          options: [{ value: 'team-a', label: 'team-a' }],
          free: true,
          submitsText: true,
          get value() {
            return state.value
          },
          set value(value: string) {
            state.value = value
          },
        },
      },
      { baseElement: form },
    )
    form.appendChild(document.createElement('button'))
    /** Presses Enter as a browser does: the form is submitted unless somebody takes the key. */
    const enter = async () => {
      if (await fireEvent.keyDown(input(), { key: 'Enter' })) form.requestSubmit()
      await tick()
    }
    await type('new')
    await waitFor(() => expect(highlighted()).toBe('Use “new”'))
    await enter()
    expect(submitted).toEqual(['new'])
    await type('team')
    await waitFor(() => expect(highlighted()).toBe('team-a'))
    await enter()
    expect([submitted, state.value]).toEqual([['new'], 'team-a'])
    await type('team')
    await waitFor(() => expect(highlighted()).toBe('team-a'))
    await press('ArrowDown')
    expect(highlighted()).toBe('Use “team”')
    await enter()
    expect(submitted).toEqual(['new', 'team'])
    form.remove()
  })

  it('shows errors, and that options are loading', async () => {
    render(ComboboxField, { label: 'Project', options: undefined, value: '', error: 'Choose a project.' })
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toContain('Choose a project.')
    await fireEvent.click(input())
    expect(screen.getByText('Loading …')).toBeTruthy()
  })
})

describe('a chips field', () => {
  const countries = [
    { value: 'NO', label: 'NO', note: 'Norway' },
    { value: 'SE', label: 'SE', note: 'Sweden' },
  ]
  const chips = () => screen.queryAllByRole('button', { name: /^Remove / }).map((one) => one.ariaLabel)
  const problemOf = (value: string) =>
    countries.some((one) => one.value === value) ? undefined : `${value} is not a country.`

  function show(props: { values: string[]; options?: typeof countries; closed?: boolean }) {
    const state = $state({ values: props.values, text: '' })
    render(ChipsField, {
      ...props,
      label: 'Values',
      problemOf: props.closed ? problemOf : () => undefined,
      get values() {
        return state.values
      },
      set values(values: string[]) {
        state.values = values
      },
      get text() {
        return state.text
      },
      set text(text: string) {
        state.text = text
      },
    })
    return state
  }

  it('accepts values by comma and by Enter, and includes typed text', async () => {
    const state = show({ values: [] })
    await type('7, 42')
    expect(state).toEqual({ values: ['7'], text: '42' })
    await press('Enter')
    expect(state).toEqual({ values: ['7', '42'], text: '' })
    expect(input().value).toBe('')
    await type('9')
    await fireEvent.blur(input())
    expect(state.values).toEqual(['7', '42', '9'])
  })

  it('accepts a pasted list with any separator', async () => {
    const state = show({ values: ['1'] })
    const pasted = { clipboardData: { getData: () => '1\r\n2, 3\n\n"a, b"' } }
    await fireEvent.paste(input(), pasted)
    expect(state.values).toEqual(['1', '2', '3', 'a, b'])
  })

  it('removes the last value by Backspace, and any by its button or the arrow keys', async () => {
    const state = show({ values: ['a', 'b', 'c'] })
    await press('Backspace')
    expect(state.values).toEqual(['a', 'b'])
    await press('ArrowLeft')
    const last = screen.getByRole('button', { name: 'Remove b' })
    expect(document.activeElement).toBe(last)
    await fireEvent.keyDown(last, { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove a' }))
    await fireEvent.keyDown(document.activeElement ?? last, { key: 'Delete' })
    expect(state.values).toEqual(['b'])
    expect(document.activeElement).toBe(input())
    await fireEvent.click(screen.getByRole('button', { name: 'Remove b' }))
    expect(state.values).toEqual([])
  })

  it('offers options with their descriptions, and warns about an unknown value', async () => {
    const state = show({ values: [], options: countries, closed: true })
    await type('nor')
    expect(labels()).toEqual(['NO Norway', 'Add “nor”'])
    await waitFor(() => expect(highlighted()).toBe('NO Norway'))
    await press('Enter')
    expect(state.values).toEqual(['NO'])
    await type('NOO')
    await press('Enter')
    expect(chips()).toEqual(['Remove NO', 'Remove NOO'])
    expect(screen.getByRole('alert').textContent).toContain('NOO is not a country.')
    expect(within(screen.getByTitle('NOO is not a country.')).getByText('NOO')).toBeTruthy()
  })
})
