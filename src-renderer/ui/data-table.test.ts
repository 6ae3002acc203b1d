import { fireEvent, render, screen, within, waitFor } from '@testing-library/svelte'
import { createRawSnippet, flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ListState } from './list-state.svelte.ts'
import { settingsOf, TableSettings } from './table-settings.svelte.ts'
import DataTable from './DataTable.svelte'
import ListTable from './ListTable.svelte'
import Pager from './Pager.svelte'
import Panel from './Panel.svelte'
import { areTimesShort } from './time-form.ts'
import { rowsAsCsv, searchRows, type Column } from './table.ts'
import { ColumnLayout } from './table/column-layout.svelte.ts'

interface Row {
  name: string
  size: number
}
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', sortBy: (row) => row.name },
  { id: 'size', label: 'Size', sortBy: (row) => row.size },
  { id: 'actions', label: '' },
]
const flags = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `flag-${index}`, size: index }))
const cell = createRawSnippet<[Row, string]>((row, column) => ({
  render: () => `<span>${column() === 'name' ? row().name : row().size}</span>`,
}))
const empty = createRawSnippet(() => ({ render: () => '<p>Nothing here yet</p>' }))
const props = { label: 'Things', columns, rows: flags(3), keyOf: (row: Row) => row.name, cell, empty }

beforeEach(() => {
  history.replaceState(null, '', '#/things')
  window.dispatchEvent(new HashChangeEvent('hashchange'))
})

it('shows every time in a table in its short form, and no other', () => {
  const time = createRawSnippet(() => ({
    render: () => `<time>${areTimesShort() ? 'short' : 'long'}</time>`,
  }))
  render(DataTable<Row>, { ...props, cell: time })
  expect(screen.getAllByText('short')).toHaveLength(9)
  render(Panel, { title: 'Facts', children: time })
  expect(screen.getAllByText('long')).toHaveLength(1)
})

describe('the actions of a row', () => {
  const wide = window.innerWidth
  const resize = (width: number) => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  }
  const withActions = (width: string) => ({
    ...props,
    columns: [...columns.slice(0, 2), { id: 'actions', label: '', width }],
  })

  it('are behind one button in a small window only, and one action never is', async () => {
    render(DataTable<Row>, withActions('150px'))
    const buttons = () => screen.queryAllByRole('button', { name: /^Actions of flag-/ })
    expect(buttons()).toHaveLength(0)
    resize(900)
    await waitFor(() => expect(buttons()).toHaveLength(3))
    resize(wide)
    await waitFor(() => expect(buttons()).toHaveLength(0))
    resize(900)
    const { container } = render(DataTable<Row>, withActions('90px'))
    expect(container.querySelector('[popover]')).toBeNull()
    resize(wide)
  })
})

describe('a column of a table', () => {
  const grip = () => screen.getByRole('separator', { name: 'Width of Name' })
  const col = () => document.querySelector('col')?.style.width

  it('is resized with the arrow keys, and keeps its width', async () => {
    const { unmount } = render(DataTable<Row>, { ...props, id: 'resized' })
    await fireEvent.keyDown(grip(), { key: 'ArrowRight' })
    // jsdom has no layout, so it starts with the narrowest width
    expect(col()).toBe('48px')
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
    unmount()
    const again = render(DataTable<Row>, { ...props, id: 'resized' })
    expect(col()).toBe('48px')
    await fireEvent.keyDown(grip(), { key: 'ArrowRight' })
    expect(col()).toBe('216px')
    await fireEvent.keyDown(grip(), { key: 'ArrowLeft' })
    expect(col()).toBe('184px')
    await fireEvent.keyDown(grip(), { key: 'Home' })
    expect(col()).toBe('48px')
    await fireEvent.keyDown(grip(), { key: 'Enter' })
    expect(col()).toBe('')
    expect(grip().getAttribute('aria-orientation')).toBe('vertical')
    again.unmount()
    vi.restoreAllMocks()
  })

  it('is hidden, and stays hidden when the table is shown again', async () => {
    const { unmount } = render(DataTable<Row>, { ...props, id: 'chosen' })
    await openOptions()
    expect(option('Name').getAttribute('aria-disabled')).toBe('true')
    await fireEvent.click(option('Size'))
    expect(screen.queryByRole('columnheader', { name: /Size/ })).toBeNull()
    expect(option('Size').getAttribute('aria-checked')).toBe('false')
    unmount()
    render(DataTable<Row>, { ...props, id: 'chosen' })
    expect(screen.queryByRole('columnheader', { name: /Size/ })).toBeNull()
    await openOptions()
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Reset columns' }))
    expect(screen.getByRole('columnheader', { name: /Size/ })).toBeTruthy()
  })

  const option = (name: string) => screen.getByRole('menuitemcheckbox', { name })
  async function openOptions() {
    const button = screen.getByRole('button', { name: 'Table options of Things' })
    await fireEvent.keyDown(button, { key: 'Enter' })
  }
})

describe('selecting all', () => {
  const chooseAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all of Things' })

  it('selects all matching rows, not only those of the page', async () => {
    let selected: readonly string[] = []
    const all = flags(1234)
    const readAll = vi.fn(() => Promise.resolve(all))
    const paged = {
      ...props,
      rows: all.slice(0, 50),
      total: all.length,
      readAll,
      get selected() {
        return selected
      },
      set selected(to: readonly string[]) {
        selected = to
      },
    }
    render(DataTable<Row>, paged)
    await fireEvent.click(chooseAll())
    await waitFor(() => expect(selected).toHaveLength(1234))
    expect(readAll).toHaveBeenCalledOnce()
  })

  it('shows a mixed check box while only the page is selected', () => {
    const rows = flags(50)
    render(DataTable<Row>, { ...props, rows, total: 1234, selected: rows.map(({ name }) => name) })
    expect(chooseAll().checked).toBe(false)
    expect(chooseAll().indeterminate).toBe(true)
  })
})

describe('a table with all its rows', () => {
  const show = (rows: Row[]) => {
    const { label, keyOf } = props
    return render(ListTable<Row>, { label, id: 'whole', noun: 'thing', columns, rows, keyOf, cell, empty })
  }

  it('is searched, and counts the shown rows', async () => {
    show(flags(12))
    expect(screen.getByRole('status').textContent).toBe('12 things')
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'FLAG-1' } })
    expect(screen.getByRole('status').textContent).toBe('3 of 12 things')
    expect(screen.getAllByRole('row')).toHaveLength(4)
    expect(location.hash).toBe('#/things?q=FLAG-1')
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'nowhere' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(screen.getAllByRole('row')).toHaveLength(13)
  })

  it('shows a hint when it is empty', () => {
    show([])
    expect(screen.getByText('Nothing here yet')).toBeTruthy()
  })

  it('is sorted as the route says', async () => {
    history.replaceState(null, '', '#/things?sort=-size')
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    show(flags(3))
    const first = screen.getAllByRole('row')[1]
    expect(first && within(first).getAllByRole('cell')[0]?.textContent).toBe('flag-2')
    await fireEvent.click(screen.getByRole('button', { name: /Size/ }))
    expect(location.hash).toBe('#/things?sort=size')
  })
})

describe('the pages of a table', () => {
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Page' })

  it('are reached by first, last and number', async () => {
    const list = new ListState()
    render(Pager, { list, total: 5000 })
    await fireEvent.click(screen.getByRole('button', { name: 'Last page' }))
    expect(list.page).toBe(100)
    await fireEvent.change(input(), { target: { value: '42' } })
    expect([list.page, list.offset]).toEqual([42, 2050])
    await fireEvent.change(input(), { target: { value: '4000' } })
    expect(list.page).toBe(100)
    await fireEvent.change(input(), { target: { value: 'x' } })
    expect([list.page, input().value]).toEqual([100, '100'])
    await fireEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(list.page).toBe(1)
  })

  it('have a selectable size', async () => {
    const list = new ListState()
    render(Pager, { list, total: 5000 })
    list.page = 9
    await fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), {
      target: { value: '100' },
    })
    expect([list.pageSize, list.page]).toEqual([100, 1])
  })
})

it('an optional column is hidden until it is chosen', () => {
  const optional = { id: 'size', label: 'Size', text: (row: Row) => row.size, optional: true }
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
  const table = { ...props, columns: [...columns.slice(0, 1), optional] }
  const { unmount } = render(DataTable<Row>, { ...table, id: 'optional' })
  expect(headers()).toEqual(['Name'])
  unmount()
  settingsOf('optional').choose('size', true)
  render(DataTable<Row>, { ...table, id: 'optional' })
  expect(headers()).toEqual(['Name', 'Size'])
})

it('an optional column is exported unless it was hidden on purpose', () => {
  const settings = new TableSettings()
  const optional = { id: 'size', label: 'Size', text: (row: Row) => row.size, optional: true }
  const layout = new ColumnLayout<Row>(() => ({
    ...{ settings, available: 900, hasChoice: false },
    columns: [...columns.slice(0, 1), optional],
  }))
  expect(layout.shown.map(({ id }) => id)).toEqual(['name'])
  expect(layout.exported.map(({ id }) => id)).toEqual(['name', 'size'])
  settings.choose('size', false)
  expect(layout.exported.map(({ id }) => id)).toEqual(['name'])
})

describe('a table that is shown again on its page', () => {
  const named = { ...props, id: 'again', rows: flags(50) }
  const rowCount = () => screen.getAllByText(/^flag-/).length
  let measured = () => 0
  beforeEach(() => {
    vi.useFakeTimers()
    const cells = vi.spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect')
    cells.mockReturnValue(new DOMRect(0, 0, 500, 30))
    measured = () => cells.mock.calls.length
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  it('has the rows in sight at once, and the others after the paint, when its columns are measured', () => {
    const { unmount } = render(DataTable<Row>, named)
    expect([rowCount(), measured()]).toEqual([50, 3])
    unmount()
    render(DataTable<Row>, named)
    expect([rowCount(), measured()]).toEqual([17, 3])
    vi.runAllTimers()
    flushSync()
    expect([rowCount(), measured()]).toEqual([50, 6])
  })

  it('is measured at once on another page, and where it has no name', () => {
    render(DataTable<Row>, { ...named, id: undefined }).unmount()
    render(DataTable<Row>, { ...named, id: undefined }).unmount()
    expect(measured()).toBe(6)
    history.replaceState(null, '', '#/others')
    render(DataTable<Row>, named)
    expect([rowCount(), measured()]).toEqual([50, 9])
  })

  it('is not measured any more once it is gone', () => {
    render(DataTable<Row>, named).unmount()
    vi.runAllTimers()
    expect(measured()).toBe(0)
  })
})

it('a table whose widths are known has its columns before it is measured', () => {
  const layout = () =>
    new ColumnLayout<Row>(() => ({
      ...{ id: 'known', settings: new TableSettings(), available: 900, hasChoice: false },
      columns: columns.slice(0, 2),
    }))
  const table = document.createElement('table')
  table.createTHead().insertRow().append(document.createElement('th'), document.createElement('th'))
  const cells = vi.spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect')
  cells.mockReturnValue(new DOMRect(0, 0, 500, 30))
  const first = layout()
  expect([first.isRecalled, first.widths]).toEqual([false, undefined])
  first.measure(table)
  cells.mockRestore()
  expect([layout().isRecalled, layout().widths]).toEqual([true, [450, 450]])
})

it('a click beside the buttons of a row shows its details', async () => {
  const show = vi.fn()
  const button = createRawSnippet<[Row, string]>((row, column) => ({
    render: () => (column() === 'name' ? `<span>${row().name}</span>` : '<button>Act</button>'),
  }))
  render(DataTable<Row>, { ...props, cell: button, details: { key: undefined, show } })
  const [first] = screen.getAllByRole('button', { name: 'Act' })
  await fireEvent.click(first ?? document.body)
  expect(show).not.toHaveBeenCalled()
  await fireEvent.click(screen.getByText('flag-1'))
  expect(show.mock.lastCall).toEqual([props.rows[1]])
})

it('a table is exported with the columns that have text', () => {
  const formula = [{ name: '=cmd()', size: 2 }]
  expect(rowsAsCsv(formula, columns)).toBe("Name,Size\r\n'=cmd(),2\r\n")
})

it('rows are searched in all cells and extra texts, word by word', () => {
  const rows = [
    { name: 'Web shop', size: 12 },
    { name: 'Mobile', size: 7 },
  ]
  const found = (text: string) =>
    searchRows(rows, columns, text, ({ size }) => (size === 7 ? 'the app of Ada' : '')).map(
      ({ name }) => name,
    )
  expect(found(' SHOP  web ')).toEqual(['Web shop'])
  expect(found('ada mob')).toEqual(['Mobile'])
  expect(found('12')).toEqual(['Web shop'])
  expect(found('shop ada')).toEqual([])
  expect(found(' ')).toHaveLength(2)
})
