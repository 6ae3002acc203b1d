import { fireEvent, render, screen } from '@testing-library/svelte'
import { push } from 'svelte-spa-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import ProjectListPage from './ProjectListPage.svelte'
import ProjectTabs from './ProjectTabs.svelte'

const ARCHIVED_AT = '2026-11-01T00:00:00.000Z'
const asked: unknown[] = []
let archivedAt: string | null = ARCHIVED_AT

const shop = () => ({
  ...{ id: 'shop', name: 'Shop', archivedAt, memberCount: 1, featureCount: 0, health: 100, mode: 'open' },
  ...{ favorite: false, owners: [] },
})
const write = (name: string) => (input: unknown) => (asked.push([name, input]), null)

beforeEach(() => {
  archivedAt = ARCHIVED_AT
  asked.length = 0
  answerProcedures({
    getProjectOverview: shop,
    getProjects: () => ({ projects: [shop()] }),
    getActionableChangeRequests: () => ({ total: 0 }),
    reviveProject: write('revive'),
    deleteProject: write('delete'),
  })
})
afterEach(async () => {
  await push('/')
  vi.unstubAllGlobals()
  queryClient.clear()
})

const params = expect.objectContaining({ params: { projectId: 'shop' } }) as unknown
const named = (name: string) => screen.findByRole('button', { name })

describe('an archived project', () => {
  it('says so above each of its pages, where it is revived', async () => {
    render(ProjectTabs, { props: { projectId: 'shop' }, context: renderWindowContext() })
    expect((await screen.findByRole('status')).textContent).toContain('This project is archived.')
    await fireEvent.click(await named('Revive project'))
    await vi.waitFor(() => expect(asked).toEqual([['revive', params]]))
  })

  it('is deleted from there after its ID is typed', async () => {
    render(ProjectTabs, { props: { projectId: 'shop' }, context: renderWindowContext() })
    await fireEvent.click(await named('Delete project'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Shop?' })
    await fireEvent.input(dialog.querySelector('input')!, { target: { value: 'shop' } })
    await fireEvent.click(screen.getAllByRole('button', { name: 'Delete project' }).at(-1)!)
    await vi.waitFor(() => expect(asked).toEqual([['delete', params]]))
  })

  it('is revived and deleted in its row of the list, and opens on its flags', async () => {
    await push('/projects?state=archived')
    render(ProjectListPage, { context: renderWindowContext() })
    expect((await screen.findByRole('link', { name: 'Shop' })).getAttribute('href')).toBe('#/projects/shop')
    expect(await named('Delete Shop')).toBeTruthy()
    await fireEvent.click(await named('Revive Shop'))
    await vi.waitFor(() => expect(asked).toEqual([['revive', params]]))
  })
})

it('an active project has neither the notice nor the buttons', async () => {
  archivedAt = null
  render(ProjectTabs, { props: { projectId: 'shop' }, context: renderWindowContext() })
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText(/This project is archived/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Revive project' })).toBeNull()
})
