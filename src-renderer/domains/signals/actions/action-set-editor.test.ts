import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ActionsOverview } from '#shared/signals/schemas/action-execution.ts'
import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import ActionSetEditor from './ActionSetEditor.svelte'

const asked: unknown[] = []

beforeEach(() => {
  asked.length = 0
  answerProcedures({
    getProjects: () => ({ projects: [{ id: 'shop', name: 'Web shop' }] }),
    getServiceAccounts: () => ({
      serviceAccounts: [],
      rootRoles: [{ id: 3, name: 'Viewer', description: '', type: 'root' }],
    }),
    createServiceAccount: (input) => (asked.push(input), { id: 9, name: 'Robot', username: 'robot' }),
  })
  const overview = {
    endpoints: [],
    actors: [],
    limits: { filters: 5, actions: 5 },
  } as unknown as ActionsOverview
  render(ActionSetEditor, {
    props: { projectId: 'shop', set: undefined, overview, open: true },
    context: renderWindowContext(),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

describe('a new set of actions', () => {
  it('names its project', async () => {
    expect(await screen.findByText(/^Run actions in Web shop as a service account/)).toBeTruthy()
  })

  it('gets a new service account without leaving the form', async () => {
    const panel = await screen.findByRole('dialog', { name: 'New action set' })
    await fireEvent.input(within(panel).getByLabelText('Name'), { target: { value: 'Off when it fails' } })
    await fireEvent.click(within(panel).getByText('New service account'))
    const account = await screen.findByRole('dialog', { name: 'New service account' })
    await fireEvent.input(within(account).getByLabelText('Name'), { target: { value: 'Robot' } })
    await fireEvent.input(within(account).getByLabelText('Username'), { target: { value: 'robot' } })
    await fireEvent.click(within(account).getByText('Create service account'))
    await vi.waitFor(() => expect(asked).toMatchObject([{ body: { name: 'Robot', username: 'robot' } }]))
    await vi.waitFor(() =>
      expect(within(panel).getByLabelText<HTMLInputElement>('Service account').value).toBe('9'),
    )
    expect(within(panel).getByLabelText<HTMLInputElement>('Name').value).toBe('Off when it fails')
  })
})
