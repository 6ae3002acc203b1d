import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet, flushSync } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createFeature, getFeature, validateFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addFavoriteProject } from '#shared/flags/contract/favorites.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { getSeenContexts, updateSeenContexts } from '#shared/clients/contract/seen-contexts.ts'
import { previewUndo } from '#shared/audit/contract/undo.ts'
import { readOnlyRefusal } from '#shared/desktop/safe-mode.ts'
import { exportFeatures } from '#shared/transfer/contract/import-export.ts'
import { updateTags } from '#shared/flags/contract/feature-tags.ts'
import { changeOf } from '#lib/change.ts'
import {
  allows,
  missingPermissionOf,
  need,
  needOf,
  needToRead,
  refusalOf,
  rights,
} from '#lib/rights.svelte.ts'
import { shownReason } from './refused.svelte.ts'
import { viewing } from '#lib/view-as.svelte.ts'
import Button from './Button.svelte'
import CheckField from './CheckField.svelte'
import DialogForm from './DialogForm.svelte'
import Toggle from './Toggle.svelte'

const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }))
const describedBy = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

afterEach(() => {
  rights.setHeld(undefined)
  rights.elsewhere = undefined
  rights.readOnly = undefined
  rights.upstream = undefined
  rights.admins = []
  rights.projects = []
  viewing.user = undefined
})

describe('a mirror', () => {
  it('refuses what is changed upstream, and nothing of its own', () => {
    rights.setHeld({ permissions: [{ permission: 'ADMIN' }] })
    rights.upstream = 'https://unleash.example.com'
    expect(refusalOf(need(createFeature, { project: 'shop' }))).toBe(
      'This instance mirrors https://unleash.example.com. Make the change there.',
    )
    for (const own of [setOverride, addFavoriteProject, createApiToken, exportFeatures, validateFeature])
      expect(allows(need(own))).toBe(true)
  })
})

describe('the permission a control needs', () => {
  it('follows from its operation and place', () => {
    rights.setHeld({
      permissions: [
        { permission: 'CREATE_FEATURE', project: 'shop' },
        { permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'shop', environment: 'development' },
      ],
    })
    expect(allows(need(createFeature, { project: 'shop' }))).toBe(true)
    expect(allows(need(createFeature, { project: 'default' }))).toBe(false)
    const toggle = (environment: string) => need(toggleFeatureEnvironmentOn, { project: 'shop', environment })
    expect(allows(toggle('development'))).toBe(true)
    expect(refusalOf(toggle('production'))).toBe(
      'Needs “Enable/disable flags” in project shop, environment production. Ask an owner of shop or an Admin.',
    )
    expect(allows(need(addFavoriteProject))).toBe(true)
  })

  it('is granted to an Admin everywhere, and while the rights are not read', () => {
    expect(allows(need(createUser))).toBe(true)
    rights.setHeld({ permissions: [{ permission: 'ADMIN' }] })
    expect(allows(need(createUser))).toBe(true)
    expect(allows(need(createFeature, { project: 'shop' }))).toBe(true)
  })

  it('comes with the names of those who can grant it', () => {
    rights.setHeld({ permissions: [] })
    rights.admins = ['Ada', 'Bob', 'Cem', 'Dora', 'Eve']
    rights.projects = [{ id: 'shop', name: 'Web shop', owners: ['Olga', 'Team QA'] }]
    expect(refusalOf(need(createUser))).toBe(
      'Only Admins can do this. Ask an Admin (Ada, Bob, Cem and 2 more).',
    )
    expect(refusalOf(need(createFeature, { project: 'shop' }))).toBe(
      'Needs “Create feature flags” in project Web shop. ' +
        'Ask an owner of Web shop (Olga, Team QA) or an Admin (Ada, Bob, Cem and 2 more).',
    )
  })

  it('is not granted while viewing as another user, whose data is shown all the same', () => {
    rights.setHeld({ permissions: [{ permission: 'CREATE_FEATURE', project: 'shop' }] })
    viewing.user = { id: 2, name: 'Grace' }
    const needed = need(createFeature, { project: 'shop' })
    expect(refusalOf(needed)).toBe('You are viewing as Grace. Stop viewing to change something.')
    expect(refusalOf(need(addFavoriteProject))).toContain('You are viewing as Grace.')
    expect(missingPermissionOf(needed)).toBeUndefined()
    expect(refusalOf(need(createFeature, { project: 'other' }))).toContain('Needs “Create feature flags”')
  })

  it('is computed from a request by the function that the service uses', () => {
    expect(needOf(createFeature, { params: { projectId: 'shop' } })?.place).toEqual({ project: 'shop' })
    const place = { projectId: 'shop', featureName: 'a', environment: 'production' }
    expect(needOf(toggleFeatureEnvironmentOn, { params: place })?.place).toEqual({
      project: 'shop',
      environment: 'production',
    })
    // only the service knows the project of the flag
    expect(needOf(updateTags, { params: { featureName: 'a' } })?.place).toBe('stored')
  })
})

describe('a control at an Unleash-compatible service', () => {
  const NOT_OFFERED = 'This service does not offer it. A Halyard does.'

  it('is refused where only a Halyard has its operation, with every right', () => {
    rights.setHeld({ permissions: [{ permission: 'ADMIN' }] })
    expect(allows(need(updateSeenContexts))).toBe(true)
    rights.elsewhere = { version: null, edition: null, takesFlagVariants: true }
    expect(refusalOf(need(updateSeenContexts))).toBe(NOT_OFFERED)
    expect(refusalOf(needToRead(getSeenContexts))).toBe(NOT_OFFERED)
    expect(allows(need(createFeature, { project: 'shop' }))).toBe(true)
  })

  it('is refused where the version of the service lacks its operation', () => {
    const late = { ...createFeature, lifecycle: { since: '7.4.0' } }
    rights.elsewhere = { version: '7.3.0', edition: null, takesFlagVariants: true }
    expect(refusalOf(need(late))).toBe(
      'This service answers as version 7.3.0. It needs 7.4.0 or later for this.',
    )
    rights.elsewhere = { version: '7.4.0', edition: null, takesFlagVariants: true }
    expect(allows(need(late))).toBe(true)
  })

  it('needs the permission there all the same', () => {
    rights.setHeld({ permissions: [] })
    rights.elsewhere = { version: null, edition: null, takesFlagVariants: true }
    expect(refusalOf(need(createUser))).toBe('Only Admins can do this. Ask an Admin.')
  })
})

describe('a control in a window whose safe mode is on', () => {
  const readOnly = readOnlyRefusal('Live')

  it('reads, and changes nothing, whatever one’s rights', () => {
    rights.setHeld({ permissions: [{ permission: 'ADMIN' }] })
    rights.readOnly = readOnly
    expect(refusalOf(need(createFeature, { project: 'shop' }))).toBe(readOnly)
    expect(refusalOf(need(addFavoriteProject))).toBe(readOnly)
    // POST requests that are questions
    expect([validateFeature, previewUndo, exportFeatures].map((one) => refusalOf(need(one)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(allows(needToRead(getFeature))).toBe(true)
  })

  it('is refused wherever its flag is', () => {
    const needed = needOf(updateTags, { params: { featureName: 'a' } })
    expect(refusalOf(needed)).toBeUndefined()
    rights.readOnly = readOnly
    expect(refusalOf(needed)).toBe(readOnly)
    rights.readOnly = undefined
    rights.setHeld({ permissions: [] })
    expect(refusalOf(needed)).toBeUndefined()
  })

  it('names first what its service does not have', () => {
    rights.elsewhere = { version: null, edition: null, takesFlagVariants: true }
    rights.readOnly = readOnly
    expect(refusalOf(need(updateSeenContexts))).toBe('This service does not offer it. A Halyard does.')
  })

  it('works as soon as changes are allowed', async () => {
    rights.readOnly = readOnly
    const onchange = vi.fn()
    render(Toggle, { label: 'Enable a', checked: false, needs: need(createFeature), onchange })
    const control = screen.getByRole('switch')
    expect(describedBy(control)).toBe(readOnly)
    await fireEvent.click(control)
    expect(onchange).not.toHaveBeenCalled()
    rights.readOnly = undefined
    await waitFor(() => expect(control.hasAttribute('aria-disabled')).toBe(false))
    await fireEvent.click(control)
    expect(onchange).toHaveBeenCalledOnce()
  })

  it('keeps what is typed when changes end meanwhile, and is not sent', async () => {
    const onsubmit = vi.fn()
    const { curl } = changeOf(createFeature, { params: { projectId: 'shop' }, body: { name: 'a' } })
    const children = createRawSnippet(() => ({ render: () => '<input aria-label="Name" value="a">' }))
    render(DialogForm, { action: 'Create flag', busy: false, curl, onsubmit, oncancel: () => {}, children })
    await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'half typed' } })
    rights.readOnly = readOnly
    expect(await screen.findByText(readOnly, { selector: 'p' })).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('Name')
    expect([field.value, field.matches(':disabled')]).toEqual(['half typed', false])
    await fireEvent.click(screen.getByRole('button', { name: 'Create flag' }))
    expect(onsubmit).not.toHaveBeenCalled()
  })
})

describe('a control without the permission', () => {
  const needs = need(createFeature, { project: 'shop' })
  const reason = 'Needs “Create feature flags” in project shop. Ask an owner of shop or an Admin.'

  it('shows the reason although it had the focus before the rights were read', () => {
    render(Toggle, { label: 'Enable a', checked: false, needs, onchange: vi.fn() })
    const control = screen.getByRole('switch')
    control.focus()
    expect(shownReason.anchor).toBeUndefined()
    rights.setHeld({ permissions: [] })
    flushSync()
    expect([shownReason.anchor, shownReason.text]).toEqual([control, reason])
  })

  it('can be focused, shows the reason, and does nothing', async () => {
    rights.setHeld({ permissions: [] })
    const onclick = vi.fn()
    render(Button, { needs, onclick, children: text('New flag') })
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'New flag' })
    expect(button.disabled).toBe(false)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(describedBy(button)).toBe(reason)
    await fireEvent.click(button)
    expect(onclick).not.toHaveBeenCalled()
  })

  it('works as soon as the permission is granted', async () => {
    rights.setHeld({ permissions: [] })
    const onclick = vi.fn()
    render(Button, { needs, onclick, children: text('New flag') })
    const button = screen.getByRole('button', { name: 'New flag' })
    rights.setHeld({ permissions: [{ permission: 'CREATE_FEATURE', project: 'shop' }] })
    await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false))
    expect(button.hasAttribute('aria-describedby')).toBe(false)
    await fireEvent.click(button)
    expect(onclick).toHaveBeenCalledOnce()
  })

  it('is a switch or check box that does not change', async () => {
    rights.setHeld({ permissions: [] })
    const onchange = vi.fn()
    render(Toggle, { label: 'Enable a', checked: false, needs, onchange })
    render(CheckField, { label: 'Impression data', checked: false, needs })
    await fireEvent.click(screen.getByRole('switch'))
    expect(onchange).not.toHaveBeenCalled()
    const box = screen.getByRole<HTMLInputElement>('checkbox')
    await fireEvent.click(box)
    expect(box.checked).toBe(false)
    expect([describedBy(box), describedBy(screen.getByRole('switch'))]).toEqual([reason, reason])
  })

  it('is a readable form that shows why it cannot be saved', async () => {
    rights.setHeld({ permissions: [] })
    const onsubmit = vi.fn()
    const { curl } = changeOf(createFeature, { params: { projectId: 'shop' }, body: { name: 'a' } })
    const children = createRawSnippet(() => ({ render: () => '<input aria-label="Name" value="a">' }))
    const form = { action: 'Create flag', busy: false, curl, onsubmit, oncancel: () => {}, children }
    render(DialogForm, form)
    expect(screen.getByText(reason, { selector: 'p' })).toBeTruthy()
    expect(screen.getByLabelText('Name').matches(':disabled')).toBe(true)
    const submit = screen.getByRole('button', { name: 'Create flag' })
    expect(describedBy(submit)).toBe(reason)
    await fireEvent.click(submit)
    expect(onsubmit).not.toHaveBeenCalled()
  })
})
