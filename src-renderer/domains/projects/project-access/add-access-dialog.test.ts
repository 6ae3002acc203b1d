import { fireEvent, render, screen } from '@testing-library/svelte'
import { toast } from 'svelte-sonner'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import AddAccessDialog from './AddAccessDialog.svelte'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('says to how many access to a project was given', async () => {
  const done = vi.spyOn(toast, 'success')
  const asked: unknown[] = []
  answerProcedures({
    getBaseUsersAndGroups: () => ({
      users: [{ id: 7, name: 'Grace', username: 'grace', accountType: 'User' }],
      groups: [{ id: 3, name: 'Team', rootRole: null }],
    }),
    addAccessToProject: (input) => (asked.push(input), null),
  })
  const access = {
    users: [],
    groups: [],
    roles: [{ id: 5, name: 'Member', description: '', type: 'project' as const }],
  }
  render(AddAccessDialog, {
    props: { projectId: 'shop', access, open: true },
    context: renderWindowContext(),
  })
  for (const name of [/Grace|grace/, /Team/, /Member/])
    await fireEvent.click(await screen.findByRole('checkbox', { name }))
  await fireEvent.click(screen.getByRole('button', { name: 'Add access' }))
  await vi.waitFor(() =>
    expect(done.mock.calls.map(([text]) => text)).toEqual(['Access given to 1 user and 1 group']),
  )
  expect(asked).toMatchObject([
    { params: { projectId: 'shop' }, body: { users: [7], groups: [3], roles: [5] } },
  ])
})
