import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { createRawSnippet, tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import DataTable from './DataTable.svelte'
import ErrorNotice from './ErrorNotice.svelte'
import { relativeTime } from './relative-time.ts'
import { sortRows, type Column } from './table.ts'
import TextField from './TextField.svelte'
import Toggle from './Toggle.svelte'

interface Row {
  name: string
  size: number
}
const rows: Row[] = [
  { name: 'flag-10', size: 1 },
  { name: 'Flag-9', size: 3 },
  { name: 'ärger', size: 2 },
]
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', sortBy: (row) => row.name },
  { id: 'size', label: 'Size', sortBy: (row) => row.size },
  { id: 'actions', label: '' },
]

describe('the rows of a table', () => {
  const empty = createRawSnippet(() => ({ render: () => '<p>none</p>' }))
  const cell = createRawSnippet<[Row, string]>((row, column) => ({
    render: () => `<span>${column() === 'name' ? row().name : ''}</span>`,
  }))
  const props = { label: 'Flags', columns, rows, keyOf: (row: Row) => row.name, cell, empty }

  it('report a new position when dragged, and nothing when it is unchanged', async () => {
    const onmove = vi.fn()
    render(DataTable<Row>, { ...props, onmove })
    const [, first, , third] = screen.getAllByRole('row')
    if (!first || !third) throw new Error('no rows')
    await fireEvent.dragStart(third)
    await fireEvent.dragOver(first)
    expect(first.className).toContain('target')
    await fireEvent.drop(first)
    await fireEvent.dragEnd(third)
    expect(first.className).not.toContain('target')
    expect(onmove.mock.calls).toEqual([[2, 0]])
    await fireEvent.dragStart(first)
    await fireEvent.drop(first)
    expect(onmove).toHaveBeenCalledOnce()
  })

  it('cannot be dragged without a move handler', () => {
    render(DataTable<Row>, props)
    expect(screen.getAllByRole('row')[1]?.getAttribute('draggable')).toBeNull()
  })
})

describe('sorting rows', () => {
  it.each([
    ['name', false, ['ärger', 'Flag-9', 'flag-10']],
    ['name', true, ['flag-10', 'Flag-9', 'ärger']],
    ['size', false, ['flag-10', 'ärger', 'Flag-9']],
    ['actions', false, ['flag-10', 'Flag-9', 'ärger']],
  ])('by %s, descending %s', (column, descending, expected) => {
    expect(sortRows(rows, columns, { column, descending }).map((row) => row.name)).toEqual(expected)
  })
})

describe('a time', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  it.each([
    ['2026-11-21T11:59:30.000Z', 'just now'],
    ['2026-11-21T11:57:00.000Z', '3 minutes ago'],
    ['2026-11-21T15:00:00.000Z', 'in 3 hours'],
    ['2026-11-20T11:00:00.000Z', 'yesterday'],
    ['2026-09-01T12:00:00.000Z', '2 months ago'],
    ['2020-01-01T12:00:00.000Z', '6 years ago'],
  ])('%s is %s', (at, words) => {
    expect(relativeTime(new Date(at), now)).toBe(words)
  })

  it('is shorter in a narrow column', () => {
    const inShort = (at: string) => relativeTime(new Date(at), now, 'short')
    expect(inShort('2026-11-21T11:57:00.000Z')).toBe('3 min. ago')
    expect(inShort('2026-11-20T11:00:00.000Z')).toBe('yesterday')
  })
})

describe('a toggle', () => {
  it('is named by what it does, and reports the wanted state', async () => {
    const onchange = vi.fn()
    render(Toggle, { label: 'Enable x', checked: false, onchange })
    const toggle = screen.getByRole('switch', { name: 'Enable x' })
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    await fireEvent.click(toggle)
    expect(onchange).toHaveBeenCalledWith(true)
  })

  it('does nothing while it is disabled', () => {
    const onchange = vi.fn()
    render(Toggle, { label: 'Enable x', checked: true, disabled: true, onchange })
    screen.getByRole('switch').click()
    expect(onchange).not.toHaveBeenCalled()
  })
})

describe('a field', () => {
  it('is linked to its label, its hint and its error', () => {
    render(TextField, { label: 'Name', hint: 'URL friendly.', error: 'Taken.', value: 'x' })
    const input = screen.getByLabelText('Name')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent?.trim())).toContain('Taken.')
  })

  it('says itself what is missing or wrong when the form is sent, until that is entered', async () => {
    const { container } = render(TextField, { label: 'E-mail', type: 'email', required: true, value: '' })
    const input = screen.getByLabelText<HTMLInputElement>('E-mail')
    expect(container.ownerDocument.activeElement).not.toBe(input)
    const bubble = vi.fn((event: Event) => event.defaultPrevented)
    input.addEventListener('invalid', bubble)
    input.checkValidity()
    await tick()
    expect(bubble).toHaveReturnedWith(true)
    expect(screen.getByRole('alert').textContent.trim()).toBe('Required.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    input.value = 'ada'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.checkValidity()
    await tick()
    expect(screen.getByRole('alert').textContent.trim()).toBe(
      'Enter an e-mail address, such as ada@example.com.',
    )
    input.value = 'ada@example.com'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await tick()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('an error', () => {
  it('is announced at once, with its reason', () => {
    render(ErrorNotice, { title: 'Not saved', message: 'No.', explanation: ['You are a Viewer.'] })
    const alert = screen.getByRole('alert')
    expect(within(alert).getByText('Not saved')).toBeTruthy()
    expect(within(alert).getByRole('listitem').textContent).toBe('You are a Viewer.')
  })
})

describe('a table', () => {
  const text = (get: () => string) => createRawSnippet(() => ({ render: () => `<span>${get()}</span>` }))
  const cell = createRawSnippet<[Row, string]>((row, column) => ({
    render: () => `<span>${column() === 'name' ? row().name : row().size}</span>`,
  }))
  const show = (given: Row[] | undefined) =>
    render(DataTable<Row>, {
      label: 'Things',
      columns,
      rows: given,
      keyOf: (row: Row) => row.name,
      sorting: { column: 'name', descending: false },
      cell,
      empty: text(() => 'Nothing here yet'),
    })

  describe('wider than its region, without anything to focus', () => {
    const heights = (content: number) => {
      vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(content)
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
    }
    const showWith = (shown: Column<Row>[]) =>
      render(DataTable<Row>, {
        label: 'Things',
        columns: shown,
        rows,
        keyOf: (row: Row) => row.name,
        cell,
        empty: text(() => ''),
      })
    const plain = columns.map(({ id, label }) => ({ id, label }))
    afterEach(() => vi.restoreAllMocks())

    it('can be focused to scroll', async () => {
      heights(400)
      showWith(plain)
      const region = await screen.findByRole('region', { name: 'Things' })
      expect(region.tabIndex).toBe(0)
    })

    it.each([
      ['it fits', 100, plain],
      ['there is a button in it', 400, columns],
    ])('is not focusable where %s', async (_why, content, shown) => {
      heights(content)
      showWith(shown)
      await tick()
      expect(screen.queryByRole('region')).toBeNull()
    })
  })

  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent?.trim())

  it('is sorted by a click on a column, and reversed by another', async () => {
    show(rows)
    expect(names()).toEqual(['ärger', 'Flag-9', 'flag-10'])
    await fireEvent.click(screen.getByRole('button', { name: /Size/ }))
    expect(names()).toEqual(['flag-10', 'ärger', 'Flag-9'])
    expect(screen.getByRole('columnheader', { name: /Size/ }).getAttribute('aria-sort')).toBe('ascending')
    await fireEvent.click(screen.getByRole('button', { name: /Size/ }))
    expect(screen.getByRole('columnheader', { name: /Size/ }).getAttribute('aria-sort')).toBe('descending')
  })

  it('shows that it is empty once that is known', () => {
    const { unmount } = show(undefined)
    expect(screen.queryByText('Nothing here yet')).toBeNull()
    unmount()
    show([])
    expect(screen.getByText('Nothing here yet')).toBeTruthy()
  })

  it('renders only visible rows', () => {
    show(Array.from({ length: 5000 }, (_, index) => ({ name: `flag-${index}`, size: index })))
    expect(screen.getAllByRole('row').length).toBeLessThan(300)
  })
})
