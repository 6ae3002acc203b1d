import type { Component } from 'svelte'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

interface Question {
  input: unknown
  answer: (value: unknown) => void
}

/**
 * The door of the window to the service, behind which a test answers, when it wants to. What
 * is not answered waits.
 */
class LateApi {
  readonly #questions = new Map<string, Question[]>()
  readonly api = this.#door([])

  /** What a procedure was asked, in order: `reviewers.list`. */
  asked(procedure: string): unknown[] {
    return this.#of(procedure).map(({ input }) => input)
  }

  /** Answers what a procedure was asked last. */
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

// A form that is filled, or sent, before what it is about has been read takes away what it did not know of. Here the
// service answers when the test says so.
const late = new LateApi()
vi.mock('../lib/api.ts', () => ({ api: late.api, isDesktop: false }))
// files of a worker share their modules: those before may have loaded it with the real door, those after want that one;
// and all that draws has to be loaded with it
vi.resetModules()
afterAll(() => {
  vi.resetModules()
})
const { createRawSnippet, getAllContexts, tick } = await import('svelte')
const { cleanup, fireEvent, render, screen, waitFor } = await import('@testing-library/svelte')
const { QueryClientProvider } = await import('@tanstack/svelte-query')
const { queryClient } = await import('../lib/queries.ts')
const { default: ReviewPanel } = await import('../features/change-requests/ReviewPanel.svelte')
const { default: RoleEditor } = await import('../features/roles/RoleEditor.svelte')

// jsdom has no layout, so it has no observer of it either
beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

let context: Map<unknown, unknown>
beforeEach(() => {
  // what the window puts around all its pages
  const children = createRawSnippet(() => {
    context = getAllContexts()
    return { render: () => '<i></i>' }
  })
  render(QueryClientProvider, { client: queryClient, children })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  late.clear()
})

const shown = <Props extends Record<string, unknown>>(what: Component<Props>, props: Props) =>
  render(what as Component, { props, context })
/** Answers what has been asked, and lets the window show it. */
async function answer(procedure: string, value: unknown) {
  await waitFor(() => expect(late.asked(procedure)).not.toEqual([]))
  late.answer(procedure, value)
  // once for the query, once for what is filled from it
  await new Promise((resolve) => setTimeout(resolve))
  await tick()
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const canPress = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled
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

  it('can be saved when it is known who is asked, and not before', async () => {
    shown(ReviewPanel as unknown as Component<Record<string, unknown>>, { request, canAsk: true })
    await click('Ask for reviews')
    await answer('changeRequests.availableReviewers', available)
    expect(canPress('Save reviewers')).toBe(false)
    await answer('changeRequests.reviewers', { reviewers: [grace] })
    expect(isChecked('Grace')).toBe(true)
    expect(canPress('Save reviewers')).toBe(true)

    await click('Save reviewers')
    expect(late.asked('changeRequests.setReviewers')).toMatchObject([{ body: { reviewers: [2] } }])
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

  it('are those that it has now, not those of when it was last looked at', async () => {
    const dialog = shown(RoleEditor as unknown as Component<Record<string, unknown>>, open(true))
    await answer('roles.one', permissions('CREATE_SEGMENT'))
    expect(screen.getByText('1 chosen')).toBeDefined()
    await dialog.rerender(open(false))

    // somebody else changes it
    void queryClient.invalidateQueries()
    await dialog.rerender(open(true))
    expect(screen.queryByRole('button', { name: 'Save role' })).toBeNull()
    await answer('roles.one', permissions('CREATE_SEGMENT', 'UPDATE_SEGMENT'))
    expect(screen.getByText('2 chosen')).toBeDefined()
  })
})
