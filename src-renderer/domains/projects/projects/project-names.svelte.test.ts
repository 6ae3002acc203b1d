import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { keys, queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import GroupsPage from '#pages/access/groups/GroupsPage.svelte'
import RoleUsage from '#pages/access/roles/RoleUsage.svelte'
import UserGrantsPanel from '#pages/access/users/UserGrantsPanel.svelte'
import ApplicationsPage from '#pages/clients/applications/ApplicationsPage.svelte'
import SegmentsPage from '#pages/flags/segments/SegmentsPage.svelte'
import IntegrationsPage from '#pages/integrations/addons/IntegrationsPage.svelte'
import { addonsQuery } from '#pages/integrations/addons/addons-query.ts'
import MyFlagsPanel from '../personal-dashboard/MyFlagsPanel.svelte'

let context: Map<unknown, unknown>
beforeEach(() => {
  // nothing is read anew: the lists are those that the tests set
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  localStorage.clear()
  context = renderWindowContext()
  // by id the order is a, b; by name it is the other way round
  queryClient.setQueryData(keys.projects, {
    projects: [
      { id: 'a', name: 'Zoo' },
      { id: 'b', name: 'Bank' },
    ],
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const AT = '2026-11-21T12:00:00.000Z'
const group = (id: number, project: string) => ({
  ...{ id, name: `group ${id}`, description: null, mappingsSSO: [], rootRole: null, users: [] },
  ...{ userCount: 0, projects: [project] },
})
const segment = (id: number, project: string | null) => ({
  ...{ id, name: `segment ${id}`, description: null, constraints: [], project },
  ...{ usedInFeatures: 0, usedInProjects: 0, createdAt: AT },
})
const addon = (id: number, project: string) => ({
  ...{ id, provider: 'webhook', description: `addon ${id}`, enabled: true, parameters: {}, events: [] },
  ...{ projects: [project], environments: [], createdAt: AT },
})
const application = (appName: string, project: string) => ({
  ...{ appName, updatedAt: AT, usage: [{ project, environments: ['production'] }] },
})

/** Texts of a column of the only table, in the order of its rows. */
const column = (label: string) => {
  const heads = screen.getAllByRole('columnheader').map((one) => one.textContent.trim())
  const at = heads.findIndex((text) => text.startsWith(label))
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[at]?.textContent.trim())
}

describe('tables with projects', () => {
  it.each([
    [
      'groups',
      GroupsPage,
      'Projects',
      () => {
        queryClient.setQueryData(keys.groups, { groups: ['a', 'b', 'unseen'].map((id, at) => group(at, id)) })
      },
    ],
    [
      'segments',
      SegmentsPage,
      'Project',
      () => {
        queryClient.setQueryData(keys.segments, {
          segments: ['a', 'b', 'unseen'].map((id, at) => segment(at, id)),
        })
      },
    ],
    [
      'integrations',
      IntegrationsPage,
      'Projects',
      () => {
        const addons = ['a', 'b', 'unseen'].map((id, at) => addon(at, id))
        queryClient.setQueryData(addonsQuery().queryKey, { addons, providers: [] })
      },
    ],
  ] as const)('of %s show their names, and sort by them', async (_name, page, label, put) => {
    put()
    render(page, { context })
    expect(column(label)).toEqual(['Zoo', 'Bank', 'unseen'])
    screen.getByRole('button', { name: label }).click()
    await waitFor(() => expect(column(label)).toEqual(['Bank', 'unseen', 'Zoo']))
  })

  it('of applications name them in words', () => {
    queryClient.setQueryData(keys.applications, {
      applications: [application('one', 'a'), application('two', '*'), application('zzz', 'unseen')],
    })
    render(ApplicationsPage, { context })
    expect(column('Uses flags of')).toEqual([
      'Zoo in production',
      'all projects in production',
      'unseen in production',
    ])
  })
})

describe('links to projects', () => {
  const links = () =>
    screen.getAllByRole('link').map((one) => [one.textContent, one.title, one.getAttribute('href')])

  it('show their names in the roles of a user, and the id where a project may not be seen', () => {
    const grant = (project: string) => ({
      ...{
        role: { id: 4, name: 'Owner', type: 'project' as const },
        project,
        via: { kind: 'direct' as const },
      },
    })
    render(UserGrantsPanel, { props: { id: 1, grants: [grant('a'), grant('unseen')] }, context })
    expect(links()).toEqual([
      ['Zoo', 'a', '#/projects/a'],
      ['unseen', 'unseen', '#/projects/unseen'],
    ])
  })

  it('show their names where a role is used', () => {
    const used = { userCount: 1, groupCount: 0, serviceAccountCount: 0 }
    queryClient.setQueryData(keys.roleProjects(4), {
      projects: [{ project: 'a', ...used }],
    })
    const role = { id: 4, name: 'Owner', type: 'project', description: '', ...used } as const
    render(RoleUsage, { props: { role, open: true }, context })
    expect(links()).toEqual([['Zoo', 'a', '#/projects/a/access']])
  })
})

it('shows project and type of own flags by name', () => {
  const flags = [{ name: 'checkout', type: 'kill-switch', project: 'b' }]
  render(MyFlagsPanel, { props: { flags, projectId: 'a' }, context })
  expect(screen.getByText('Kill switch in Bank').title).toBe('b')
})
