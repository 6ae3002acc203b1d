import { fireEvent, render, screen } from '@testing-library/svelte'
import { push, router } from 'svelte-spa-router'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import NewEndpointDialog from './NewEndpointDialog.svelte'

afterEach(async () => {
  await push('/')
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a new endpoint leads to the actions of the project that is chosen, not of the one visited last', async () => {
  const projects = ['default', 'shop'].map((id) => ({ id, name: id.toUpperCase() }))
  answerProcedures({
    createSignalEndpoint: () => ({ id: 1, name: 'github' }),
    createSignalEndpointToken: () => ({ id: 2, token: 'signal:x', signingSecret: 'y' }),
    searchSignals: () => ({ signals: [] }),
    getProjects: () => ({ projects }),
  })
  render(NewEndpointDialog, { props: { open: true }, context: renderWindowContext() })
  await fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'github' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Create endpoint' }))
  const project = await screen.findByLabelText<HTMLSelectElement>('Project of the actions')
  expect(project.value).toBe('default')
  await fireEvent.change(project, { target: { value: 'shop' } })
  await fireEvent.click(screen.getByRole('button', { name: 'I have stored it, add actions' }))
  await vi.waitFor(() => expect(router.location).toBe('/projects/shop/actions'))
})
