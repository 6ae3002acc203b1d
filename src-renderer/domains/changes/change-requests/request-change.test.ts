import { waitFor } from '@testing-library/svelte'
import { TRPCClientError } from '@trpc/client'
import { toast } from 'svelte-sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { answerProcedures } from '#lib/answer-procedures.ts'
import { requestedStrategy } from './editable-change.ts'
import { changeOrRequest, replaceChangeTarget, addToRequestTarget, requestChanges } from './request-change.ts'

const procedure = () => vi.fn<(input: unknown) => unknown>()
const [add, addTo, edit, pending] = [procedure(), procedure(), procedure(), procedure()]

const params = { projectId: 'shop', environment: 'production' }
const place = { ...params, into: 'new' as const }
const enable: RequestedChange = { action: 'updateEnabled', feature: 'dark-mode', payload: { enabled: true } }
const refusal = (record: object) =>
  new TRPCClientError('refused', { result: { error: { data: { httpStatus: 403, record } } } })

beforeEach(() => {
  vi.restoreAllMocks()
  add.mockReset().mockResolvedValue({ id: 7, title: 'Mine', state: 'Draft' })
  addTo.mockReset().mockResolvedValue({ id: 9, title: 'Spring', state: 'In review' })
  pending.mockReset().mockResolvedValue([])
  edit.mockReset().mockResolvedValue({})
  answerProcedures({
    startChangeRequest: add,
    addChangesToChosenRequest: addTo,
    editChange: edit,
    getPendingChangeRequests: pending,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a change', () => {
  it('is done directly where no approval is needed', async () => {
    const work = vi.fn(() => Promise.resolve())
    expect(await changeOrRequest({ changes: [enable], refused: 'No', work })).toBe('done')
    expect([work.mock.calls.length, add.mock.calls.length]).toEqual([1, 0])
  })

  it('is added to a draft where approval is needed, with a link to the draft', async () => {
    const said = vi.spyOn(toast, 'success')
    const work = vi.fn(() => Promise.resolve())
    expect(await changeOrRequest({ ask: place, changes: [enable], refused: 'No', work })).toBe('requested')
    expect(work).not.toHaveBeenCalled()
    expect(add.mock.calls[0]?.[0]).toEqual({ params, body: enable })
    expect(said.mock.calls[0]).toMatchObject(['Added to your draft “Mine”', { action: { label: 'Open' } }])
  })

  it('that is rejected for lack of approval can be requested from the notice', async () => {
    const said = vi.spyOn(toast, 'error')
    const changeRequest = { project: 'shop', environment: 'production', action: 'updateEnabled' }
    const work = () => Promise.reject(refusal({ message: 'You need to skip.', changeRequest }))
    expect(await changeOrRequest({ changes: [enable, enable], refused: 'It was not enabled', work })).toBe(
      'refused',
    )
    expect(add).not.toHaveBeenCalled()
    const [title, options] = said.mock.calls[0] ?? []
    expect(title).toBe('It was not enabled')
    const action = options?.action as { label: string; onClick: (event: MouseEvent) => void }
    expect(action.label).toBe('Add to change request')
    action.onClick(new MouseEvent('click'))
    await waitFor(() => {
      expect(add.mock.calls[0]?.[0]).toEqual({ params, body: [enable, enable] })
    })
  })

  it('that is rejected for another reason offers no request', async () => {
    const said = vi.spyOn(toast, 'error')
    const work = () => Promise.reject(refusal({ message: 'You need a role.' }))
    expect(await changeOrRequest({ changes: [enable], refused: 'No', work })).toBe('refused')
    expect(said.mock.calls[0]?.[1]).not.toHaveProperty('action')
  })

  it('shows the error when the request fails too', async () => {
    add.mockRejectedValue(refusal({ message: 'Members alone.' }))
    const said = vi.spyOn(toast, 'error')
    const work = vi.fn(() => Promise.resolve())
    expect(await changeOrRequest({ ask: place, changes: [enable], refused: 'No', work })).toBe('refused')
    expect(said.mock.calls[0]).toMatchObject([
      "Couldn't add it to a change request",
      { description: 'Members alone.' },
    ])
  })
})

describe('a requested change joins', () => {
  it('the chosen request', async () => {
    const said = vi.spyOn(toast, 'success')
    const ask = { ...params, into: 9 }
    expect(await changeOrRequest({ ask, changes: [enable], refused: 'No', work: vi.fn() })).toBe('requested')
    expect(addTo.mock.calls[0]?.[0]).toEqual({ params: { projectId: 'shop', id: '9' }, body: enable })
    expect(add).not.toHaveBeenCalled()
    expect(said.mock.calls[0]?.[0]).toBe('Added to “Spring”')
  })

  it.each([
    ['the draft there is', 'Draft', 4],
    ['a new request, not the approved one', 'Approved', undefined],
  ])('%s, where no choice was offered', async (_name, state, joined) => {
    pending.mockResolvedValue([{ id: 4, state, environment: 'production' }])
    expect(await requestChanges(params, [enable])).toBe(true)
    expect(addTo.mock.calls.length).toBe(joined === undefined ? 0 : 1)
    expect(add.mock.calls.length).toBe(joined === undefined ? 1 : 0)
  })
})

describe('the form of a requested change', () => {
  it('sends a request that can be copied as a command line', () => {
    expect(addToRequestTarget(place).of(enable).curl).toMatchObject({
      method: 'POST',
      path: '/api/admin/projects/shop/environments/production/change-requests/new',
      body: enable,
    })
  })

  it('replaces the requested change that it edits', async () => {
    const change = { projectId: 'shop', changeRequestId: '7', changeId: '3' }
    const { curl, send } = replaceChangeTarget(change).of(enable)
    expect(curl).toMatchObject({
      method: 'PUT',
      path: '/api/admin/projects/shop/change-requests/7/changes/3',
    })
    await send()
    expect(edit.mock.calls[0]?.[0]).toEqual({ params: change, body: enable })
  })

  it('begins with the requested strategy, completed by the stored one', () => {
    const snapshot = { name: 'flexibleRollout', title: 'Staff', disabled: true, segments: [3] }
    expect(requestedStrategy({ id: 'a', parameters: { rollout: '20' }, snapshot })).toEqual({
      id: 'a',
      name: 'flexibleRollout',
      title: 'Staff',
      disabled: true,
      constraints: [],
      parameters: { rollout: '20' },
      variants: [],
      segments: [3],
      sortOrder: 0,
      milestoneId: null,
    })
  })
})
