import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import RoleEditor from './RoleEditor.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a custom role needs a name and a description', async () => {
  answerProcedures({ getAllEnvironments: () => ({ environments: [] }) })
  render(RoleEditor, { props: { kind: 'root', mode: 'new', open: true }, context: renderWindowContext() })
  const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create role' })
  await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Auditor' } })
  expect(create.disabled).toBe(true)
  const description = screen.getByLabelText<HTMLTextAreaElement>('Description')
  expect(description.required).toBe(true)
  // suggested from the permissions until something is entered
  await fireEvent.click(screen.getAllByRole('checkbox')[0]!)
  const suggested = description.value
  expect(suggested).not.toBe('')
  expect(create.disabled).toBe(false)
  await fireEvent.input(description, { target: { value: ' ' } })
  expect(create.disabled).toBe(true)
  await fireEvent.input(description, { target: { value: 'Reads the event log' } })
  expect(create.disabled).toBe(false)
})
