import { render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import DatabaseTab from './DatabaseTab.svelte'

it('the tab shows the database in use, and the form of a move', async () => {
  answerProcedures({
    getDatabase: () => ({
      engine: 'sqlite',
      version: '3',
      place: 'p',
      dataDir: 'd',
      sizeBytes: 1,
      durability: 'x',
      tables: [],
      isEstimate: false,
      halyards: 1,
      setting: { source: 'none', file: 'f' },
    }),
    getDatabaseMove: () => ({
      state: 'none',
      writesHeld: false,
      from: 'p',
      to: null,
      startedAt: null,
      endedAt: null,
      error: null,
      useAfterwards: false,
      tables: [],
    }),
  })
  render(DatabaseTab, { context: renderWindowContext() })
  expect(await screen.findByText('Database in use', undefined)).toBeTruthy()
})
