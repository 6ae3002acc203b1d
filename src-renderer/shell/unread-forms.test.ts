import type { Component } from 'svelte'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Question {
  input: unknown
  answer: (value: unknown) => void
}

/**
 * Fake bridge from the window to the service. The test answers each request when it wants to; unanswered
 * requests wait.
 */
class LateApi {
  readonly #questions = new Map<string, Question[]>()
  readonly api = this.#door([])

  /** Inputs that a procedure has received, in order: `reviewers.list`. */
  asked(procedure: string): unknown[] {
    return this.#of(procedure).map(({ input }) => input)
  }

  /** Answers the last request to a procedure. */
  answer(procedure: string, value: unknown): void {
    const question = this.#of(procedure).at(-1)
    if (!question) throw new Error(`${procedure} was not asked`)
    question.answer(value)
  }

  clear(): void {
    this.#questions.clear()
  }

  #of(procedure: string): Question[] {
    const questions = this.#questions.get(procedure) ?? []
    this.#questions.set(procedure, questions)
    return questions
  }

  #door(path: readonly string[]): unknown {
    const ask = (input: unknown) =>
      new Promise((answer) => {
        this.#of(path.slice(0, -1).join('.')).push({ input, answer })
      })
    return new Proxy(ask, { get: (_ask, name) => this.#door([...path, String(name)]) })
  }
}

// A form that is filled or sent before its data is read deletes values it does not know of. Here the service
// answers only when the test says so.
const late = new LateApi()
vi.mock('#lib/api.ts', () => ({ api: late.api, isDesktop: false }))
// Test files of a worker share modules. Earlier files may have loaded this one with the real bridge, and
// later files need that again. Every module that renders has to be loaded with the fake bridge.
vi.resetModules()
afterAll(() => {
  vi.resetModules()
})
const { tick } = await import('svelte')
const { cleanup, fireEvent, render, screen, waitFor } = await import('@testing-library/svelte')
const { keys, queryClient } = await import('#lib/queries.ts')
const { renderWindowContext } = await import('#lib/window-context.ts')
const { default: CreateTokenDialog } = await import('#pages/access/api-tokens/CreateTokenDialog.svelte')
const { default: ChangeRequestSettingsPage } =
  await import('#pages/changes/change-request-settings/ChangeRequestSettingsPage.svelte')
const { default: ReviewPanel } = await import('#pages/changes/change-requests/ReviewPanel.svelte')
const { default: BulkTagDialog } = await import('#pages/flags/feature-tags/BulkTagDialog.svelte')
const { default: TagPanel } = await import('#pages/flags/feature-tags/TagPanel.svelte')
const { default: BulkBar } = await import('#pages/flags/features/BulkBar.svelte')
const { default: CorsTab } = await import('#pages/instance/instance/CorsTab.svelte')
const { default: LifecyclePanel } = await import('#pages/flags/lifecycle/LifecyclePanel.svelte')
const { default: CreateProjectDialog } =
  await import('#pages/projects/project-lifecycle/CreateProjectDialog.svelte')
const { default: ProjectSettingsPage } =
  await import('#pages/projects/project-lifecycle/ProjectSettingsPage.svelte')
const { default: ReleaseTemplatePage } =
  await import('#pages/flags/release-templates/ReleaseTemplatePage.svelte')
const { default: RoleEditor } = await import('#pages/access/roles/RoleEditor.svelte')
const { default: ServiceAccountsPage } =
  await import('#pages/access/service-accounts/ServiceAccountsPage.svelte')
const { default: StrategyEditor } = await import('#pages/flags/strategies/StrategyEditor.svelte')
const { default: CreateUserDialog } = await import('#pages/access/users/CreateUserDialog.svelte')

let context: Map<unknown, unknown>
beforeEach(() => {
  context = renderWindowContext()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  late.clear()
})

const show = (what: unknown, props: Record<string, unknown> = {}) =>
  render(what as Component<Record<string, unknown>>, { props, context })
/** Answers the pending requests, and lets the window render. */
async function answer(procedure: string, value: unknown) {
  await waitFor(() => expect(late.asked(procedure)).not.toEqual([]))
  late.answer(procedure, value)
  // once for the query, once for the form it fills
  await new Promise((resolve) => setTimeout(resolve))
  await tick()
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const canPress = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled
/** Checks whether the form's request can be copied as a command line. */
const canCopy = () => screen.queryByRole('button', { name: 'Copy as cURL' }) !== null
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked

describe('the reviewers of a change request', () => {
  const request = {
    id: 7,
    project: 'shop',
    environment: 'production',
    minApprovals: 1,
    approvals: [],
    rejections: [],
    createdBy: { id: 1, username: 'ada' },
  }
  const grace = { id: 2, name: 'Grace' }
  const available = { reviewers: [grace, { id: 3, name: 'Joan' }] }

  it('can be saved once the reviewers are read, and not before', async () => {
    show(ReviewPanel, { request, canAsk: true })
    await click('Request reviews')
    await answer('getAvailableReviewers', available)
    expect([canPress('Save reviewers'), canCopy()]).toEqual([false, false])
    await answer('getRequestedApprovers', { reviewers: [grace] })
    expect(isChecked('Grace')).toBe(true)
    expect([canPress('Save reviewers'), canCopy()]).toEqual([true, true])

    await click('Save reviewers')
    expect(late.asked('updateRequestedApprovers')).toMatchObject([{ body: { reviewers: [2] } }])
  })
})

describe('the permissions of a role', () => {
  const role = {
    id: 9,
    name: 'Release managers',
    description: '',
    type: 'root-custom',
    userCount: 0,
    groupCount: 0,
  }
  const permissions = (...names: string[]) => ({ ...role, permissions: names.map((name) => ({ name })) })
  const open = (isOpen: boolean) => ({ role, mode: 'edit', kind: 'root', open: isOpen })

  it('are the current ones, not those of the last visit', async () => {
    const dialog = show(RoleEditor, open(true))
    await answer('getRoleById', permissions('CREATE_SEGMENT'))
    expect(screen.getByText('1 selected')).toBeDefined()
    await dialog.rerender(open(false))

    // another user changes it
    void queryClient.invalidateQueries()
    await dialog.rerender(open(true))
    expect(screen.queryByRole('button', { name: 'Save role' })).toBeNull()
    await answer('getRoleById', permissions('CREATE_SEGMENT', 'UPDATE_SEGMENT'))
    expect(screen.getByText('2 selected')).toBeDefined()
  })
})

describe('a requested strategy', () => {
  it('keeps the parameters of its type before the types are read', async () => {
    const parameters = { stores: '7,12' }
    const draft = {
      name: 'byStore',
      parameters,
      constraints: [],
      segments: [],
      variants: [],
      disabled: false,
    }
    const asked: unknown[] = []
    const target = {
      action: 'Save change',
      of: (change: unknown) => ({ send: () => Promise.resolve(asked.push(change)) }),
    }
    const place = { projectId: 'shop', featureName: 'checkout', environment: 'live' }
    show(StrategyEditor, { place, draft, target, open: true })
    expect(field('Strategy').value).toBe('byStore')
    await click('Save change')
    expect(asked).toMatchObject([{ action: 'addStrategy', payload: { name: 'byStore', parameters } }])
  })
})

describe('a form that stays on its page', () => {
  /** Caches data from an earlier visit, which another user has changed since. */
  function outdated(queryKey: readonly string[], data: unknown) {
    queryClient.setQueryData(queryKey, data)
    void queryClient.invalidateQueries({ queryKey })
  }

  const project = {
    name: 'Shop',
    description: 'old',
    mode: 'open',
    defaultStickiness: 'default',
    featureNaming: { pattern: '', example: '', description: '' },
    linkTemplates: [],
    featureTypeCounts: [],
    environments: [],
  }

  it('is filled with the current project, and then keeps what is typed', async () => {
    outdated(keys.project('shop'), project)
    show(ProjectSettingsPage, { params: { projectId: 'shop' } })
    expect(screen.queryByLabelText('Description')).toBeNull()
    await answer('getProjectOverview', { ...project, description: 'new' })
    expect(field('Description').value).toBe('new')

    await type('Description', 'typed')
    void queryClient.invalidateQueries()
    await answer('getProjectOverview', { ...project, description: 'newer' })
    expect(field('Description').value).toBe('typed')
  })

  it('is filled with the current release template', async () => {
    const template = (name: string) => ({ id: 't1', name, description: '', archivedAt: null, milestones: [] })
    outdated(keys.releaseTemplates, [template('Old')])
    show(ReleaseTemplatePage, { params: { templateId: 't1' } })
    expect(screen.queryByLabelText('Name')).toBeNull()
    await answer('getReleasePlanTemplates', [template('New')])
    expect(field('Name').value).toBe('New')
  })

  it('is filled with the current origins', async () => {
    queryClient.setQueryData(keys.me, { user: { id: 1 }, permissions: [{ permission: 'ADMIN' }] })
    outdated(keys.uiConfig, { frontendApiOrigins: ['https://old.example.com'] })
    show(CorsTab)
    expect(screen.queryByRole('textbox')).toBeNull()
    await answer('getUiConfig', { frontendApiOrigins: ['https://new.example.com'] })
    expect(field('Origins, one per line').value).toBe('https://new.example.com')
  })
})

describe('the preselected value', () => {
  const environment = (name: string) => ({ name, type: 'production', enabled: true, requiredApprovals: null })
  const environments = { version: 1, environments: [environment('live'), environment('test')] }

  it('of a new project is its environments, and it is not created before they are read', async () => {
    show(CreateProjectDialog, { open: true })
    await type('Name', 'Shop')
    expect([canPress('Create project'), canCopy()]).toEqual([false, false])
    await answer('getAllEnvironments', environments)
    expect(isChecked('live')).toBe(true)
    await click('Create project')
    expect(late.asked('createProject')).toMatchObject([{ body: { environments: ['live', 'test'] } }])
  })

  it('of a token is an existing environment', async () => {
    show(CreateTokenDialog, { open: true })
    await click('Next')
    await type('Name', 'shop')
    expect([canPress('Create token'), canCopy()]).toEqual([false, false])
    await answer('getAllEnvironments', environments)
    expect(field('Environment').value).toBe('live')
    await click('Create token')
    expect(late.asked('createApiToken')).toMatchObject([{ body: { environment: 'live' } }])
  })

  it('of a user is a visible root role', async () => {
    show(CreateUserDialog, { open: true })
    await type('Username', 'ada')
    expect(canPress('Create user')).toBe(false)
    await answer('getUsers', { users: [], rootRoles: [{ id: 3, name: 'Viewer' }] })
    expect(field('Root role').value).toBe('Viewer')
    expect(canPress('Create user')).toBe(true)
  })

  it('of a service account is a visible root role', async () => {
    show(ServiceAccountsPage)
    expect(canPress('New service account')).toBe(false)
    await answer('getServiceAccounts', { serviceAccounts: [], rootRoles: [] })
    expect(canPress('New service account')).toBe(true)
  })

  it('of a bulk switch is its environment', async () => {
    const bar = (...names: string[]) => ({
      projects: [{ projectId: 'shop', features: ['checkout'] }],
      environments: names,
      areAll: false,
      onkeep: () => undefined,
    })
    const shown = show(BulkBar, bar())
    expect([canPress('Enable'), canPress('Disable'), canPress('Archive')]).toEqual([false, false, true])
    await shown.rerender(bar('live'))
    expect([canPress('Enable'), canPress('Disable')]).toEqual([true, true])
  })

  const TAG_TYPES = { version: 1, tagTypes: [{ name: 'simple' }] }

  it('of a new tag is its type', async () => {
    show(TagPanel, { projectId: 'shop', featureName: 'checkout', tags: [] })
    await click('Add tag')
    await type('Tag', 'team-a')
    expect(canPress('Add')).toBe(false)
    await answer('getTagTypes', TAG_TYPES)
    expect(canPress('Add')).toBe(true)
  })

  it('of a tag for many flags is its type', async () => {
    show(BulkTagDialog, { projects: [{ projectId: 'shop', features: ['checkout'] }], open: true })
    await type('Tag', 'team-a')
    expect(canPress('Add tag')).toBe(false)
    await answer('getTagTypes', TAG_TYPES)
    expect(canPress('Add tag')).toBe(true)
  })

  it('of the mark of a flag is an available one', async () => {
    show(LifecyclePanel, { projectId: 'shop', featureName: 'checkout' })
    expect(screen.queryAllByRole('button')).toEqual([])
    await answer('getFeatureLifecycle', [
      { stage: 'completed', status: 'kept', enteredStageAt: '2026-01-01' },
    ])
    expect(screen.getAllByRole('button').map((button) => button.textContent.trim())).toEqual([
      'Not completed',
    ])
  })

  it('of an environment without a number is its number of approvals', async () => {
    show(ChangeRequestSettingsPage, { params: { projectId: 'shop' } })
    await answer('getProjectChangeRequestConfig', [
      { environment: 'live', type: 'production', changeRequestEnabled: true, requiredApprovals: 2 },
    ])
    expect(screen.queryByLabelText('Required approvals in live')).toBeNull()
    await answer('getAllEnvironments', environments)
    expect(field('Required approvals in live').value).toBe('2')
  })
})
