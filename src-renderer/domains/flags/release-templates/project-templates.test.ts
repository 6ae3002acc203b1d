import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { keys, queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import { ownerOf } from './template-owner.ts'
import TemplateList from './TemplateList.svelte'

const template = (id: string, name: string, project: string | null) => ({
  id,
  discriminator: 'template' as const,
  name,
  description: null,
  project,
  createdByUserId: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  archivedAt: null,
  milestones: [],
})

let context: Map<unknown, unknown>
beforeEach(() => {
  // nothing is read anew: the lists are those that the tests set
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  context = renderWindowContext()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the release templates of a project', () => {
  it('are changed there, and those of the instance only copied', () => {
    const list = [template('ours', 'Ours', 'shop'), template('all', 'For all', null)]
    queryClient.setQueryData(keys.templatesOfProject('shop'), list)
    render(TemplateList, { props: { projectId: 'shop', trail: [{ label: 'Release templates' }] }, context })
    const buttons = (name: string) =>
      screen
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label') ?? '')
        .filter((label) => label.endsWith(` ${name}`))
        .map((label) => label.split(' ')[0])
    expect(buttons('Ours')).toEqual(expect.arrayContaining(['Duplicate', 'Archive', 'Delete']))
    expect(buttons('For all')).toEqual(expect.arrayContaining(['View', 'Duplicate']))
    expect(buttons('For all')).not.toContain('Archive')
    expect(buttons('For all')).not.toContain('Delete')
    const links = ['Ours', 'For all'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
    expect(links).toEqual(['#/projects/shop/settings/release-templates/ours', '#/release-templates/all'])
  })

  it('are written by operations of the project, which version 7 has not over HTTP', () => {
    const body = { name: 'Ours' }
    const { curl } = ownerOf('shop').create(body)
    expect(curl).toMatchObject({
      method: 'POST',
      path: '/api/admin/projects/shop/release-templates',
      body,
      unserved: true,
    })
    queryClient.setQueryData(keys.status, { contractVersion: '8.2.0', strict: null })
    expect(ownerOf('shop').create(body).curl.unserved).toBeUndefined()
    expect(ownerOf().create(body).curl).toMatchObject({ path: '/api/admin/release-plan-templates' })
  })
})
