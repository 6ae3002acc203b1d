import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { DatabaseInUse, DatabaseMoveState } from '#shared/instance/schemas/database.ts'
import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import DatabaseFacts from './DatabaseFacts.svelte'
import MovePanel from './MovePanel.svelte'
import MoveProgress from './MoveProgress.svelte'

const database: DatabaseInUse = {
  engine: 'sqlite',
  version: '3.50.4',
  place: '/data/halyard.db',
  dataDir: '/data',
  sizeBytes: 2048,
  durability: 'write-ahead log, synced before each answer',
  tables: [{ name: 'events', rows: 1200 }],
  isEstimate: false,
  halyards: 1,
  setting: { source: 'none', file: '/data/settings.json' },
}
const move: DatabaseMoveState = {
  state: 'none',
  writesHeld: false,
  from: '/data/halyard.db',
  to: null,
  startedAt: null,
  endedAt: null,
  error: null,
  useAfterwards: false,
  tables: [],
}
const refetch = vi.fn(() => Promise.resolve())
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('the facts of a database name its engine, its size and its tables', () => {
  render(DatabaseFacts, { props: { database } })
  expect(screen.getByText('SQLite 3.50.4')).toBeTruthy()
  expect(screen.getByText('2.0 KB')).toBeTruthy()
  expect(screen.getByRole('row', { name: 'events 1,200' })).toBeTruthy()
})

describe('the form of a move', () => {
  it('tests the connection with the password, says what was found, and starts only after a question', async () => {
    const check = vi.fn(() => ({
      place: 'p',
      problem: 'No such database.',
      version: null,
      durability: null,
      content: null,
    }))
    const start = vi.fn(() => ({ ...move, state: 'preparing' }))
    answerProcedures({ checkDatabase: check, startDatabaseMove: start })
    render(MovePanel, { props: { database, move, refetch }, context: renderWindowContext() })
    await fireEvent.input(screen.getByLabelText('Database'), { target: { value: 'postgres://me@db/flags' } })
    await fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'secret' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('No such database.')).toBeTruthy()
    const body = { databaseUrl: 'postgres://me@db/flags', password: 'secret' }
    expect(check).toHaveBeenCalledWith({ body })

    await fireEvent.click(screen.getByRole('button', { name: 'Start move' }))
    expect(start).not.toHaveBeenCalled()
    await fireEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start move' }),
    )
    await waitFor(() => expect(start).toHaveBeenCalledWith({ body: { ...body, useAfterwards: true } }))
    await waitFor(() => expect(refetch).toHaveBeenCalled())
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  })

  it('does not offer to change the settings file where a variable names the database', () => {
    const setting = { source: 'environment' as const, file: '/data/settings.json' }
    render(MovePanel, {
      props: { database: { ...database, engine: 'postgres', setting }, move, refetch },
      context: renderWindowContext(),
    })
    expect(screen.queryByLabelText('Database')).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })
})

describe('the progress of a move', () => {
  it('shows each table, and how to start with the new database', () => {
    const tables = [{ name: 'events', rows: 1200, copied: 1200, compared: 1200, isEqual: true }]
    const moved = {
      ...move,
      state: 'moved' as const,
      to: 'postgres://me@db/flags',
      useAfterwards: true,
      tables,
    }
    render(MoveProgress, { props: { move: moved, database, refetch }, context: renderWindowContext() })
    expect(screen.getByText('Restart Halyard now.')).toBeTruthy()
    expect(screen.getByRole('row', { name: 'events 1,200 1,200 equal' })).toBeTruthy()
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1)
  })
})
