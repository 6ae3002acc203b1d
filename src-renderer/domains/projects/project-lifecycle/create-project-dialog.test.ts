import { fireEvent, render, screen } from '@testing-library/svelte'
import { push } from 'svelte-spa-router'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import CreateProjectDialog from './CreateProjectDialog.svelte'

afterEach(async () => {
  await push('/')
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a new project has the stickiness that is entered, by default that of all', async () => {
  const asked: unknown[] = []
  answerProcedures({
    getAllEnvironments: () => ({ environments: [{ name: 'production', enabled: true }] }),
    createProject: (input) => (asked.push(input), { id: 'shop' }),
  })
  render(CreateProjectDialog, { props: { open: true }, context: renderWindowContext() })
  await screen.findByRole('checkbox', { name: 'production' })
  const stickiness = await screen.findByLabelText<HTMLInputElement>('Default stickiness')
  expect(stickiness.value).toBe('default')
  await fireEvent.input(stickiness, { target: { value: 'userId' } })
  await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Shop' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Create project' }))
  await vi.waitFor(() =>
    expect(asked).toMatchObject([{ body: { name: 'Shop', defaultStickiness: 'userId' } }]),
  )
})
