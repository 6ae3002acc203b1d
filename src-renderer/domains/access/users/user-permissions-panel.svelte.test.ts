import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import UserPermissionsPanel from './UserPermissionsPanel.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const permission = (name: string, displayName: string, type: string) => ({ id: 1, name, displayName, type })
const owner = { id: 4, name: 'Owner', type: 'project' as const }
const grants = [{ role: owner, via: { kind: 'group' as const, id: 2, name: 'Payments' }, project: 'shop' }]
const updateProject = permission('UPDATE_PROJECT', 'Update the project', 'project')
const toggle = permission('UPDATE_FEATURE_ENVIRONMENT', 'Turn flags on and off', 'environment')

it('lists the permissions at the place that is chosen, with the role and group of each, and what is lacking', async () => {
  const read = vi.fn((_asked: unknown) => ({
    overview: {
      root: [{ ...permission('CREATE_PROJECT', 'Create projects', 'root'), hasPermission: false }],
      project: [{ ...updateProject, hasPermission: true }],
      environment: [{ ...toggle, hasPermission: false }],
    },
  }))
  answerProcedures({
    getUserPermissions: read,
    getRoleById: () => ({ ...owner, description: '', permissions: [updateProject] }),
    getProjects: () => ({ version: 1, projects: [{ id: 'shop', name: 'The shop' }] }),
    getAllEnvironments: () => ({ version: 1, environments: [{ name: 'production' }] }),
  })
  render(UserPermissionsPanel, { props: { id: 7, grants }, context: renderWindowContext() })
  expect(await screen.findByText('0 of 1 permissions')).toBeTruthy()
  expect(screen.getByText('None here.')).toBeTruthy()

  const project = screen.getByRole('combobox', { name: 'Permissions in project' })
  await screen.findByRole('option', { name: 'The shop' })
  await fireEvent.change(project, { target: { value: 'shop' } })
  expect(await screen.findByText('Update the project')).toBeTruthy()
  expect(await screen.findByText('via group Payments')).toBeTruthy()

  const environment = screen.getByRole('combobox', { name: 'Permissions in environment' })
  await screen.findByRole('option', { name: 'production' })
  await fireEvent.change(environment, { target: { value: 'production' } })
  expect(await screen.findByText('Not granted: 1')).toBeTruthy()
  expect(screen.getByText('Turn flags on and off')).toBeTruthy()
  await waitFor(() =>
    expect(read.mock.calls.at(-1)?.[0]).toMatchObject({
      params: { id: '7' },
      query: { project: 'shop', environment: 'production' },
    }),
  )
})
