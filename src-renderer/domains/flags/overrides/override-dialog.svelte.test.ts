import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import type { Strategy } from '#shared/flags/schemas/strategy.ts'
import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import OverrideDialog from './OverrideDialog.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const place = { projectId: 'shop', featureName: 'checkout', environment: 'production' }
const own: Strategy = {
  id: '1',
  name: 'flexibleRollout',
  title: 'Half',
  disabled: false,
  sortOrder: 0,
  parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout' },
  constraints: [],
  variants: [],
  segments: [2],
}
const token = (tokenName: string, more: object = {}) => ({
  ...{ secret: tokenName, tokenName, type: 'client', environment: 'production', projects: ['*'] },
  ...more,
})

it('overrides a flag for an API token, by other strategies than those that the flag has, until a restart', async () => {
  const override = vi.fn((input: unknown) => {
    const { params, body } = input as { params: object; body: object }
    return { ...params, ...body }
  })
  answerProcedures({
    setOverride: override,
    getAllApiTokens: () => ({
      tokens: [
        token('web'),
        token('till', { projects: ['shop'] }),
        token('elsewhere', { environment: 'development' }),
        token('others', { projects: ['other'] }),
        token('root', { type: 'admin' }),
      ],
    }),
  })
  const strategies = [own, { ...own, id: '2', disabled: true }]
  render(OverrideDialog, { props: { place, strategies, open: true }, context: renderWindowContext() })
  await screen.findByRole('dialog', { name: 'Override checkout in production' })
  await fireEvent.change(screen.getByLabelText('For'), { target: { value: 'token' } })
  const field = screen.getByRole('combobox', { name: 'Token name' })
  await fireEvent.click(field)
  // the list is placed by the browser only: here it stays hidden
  const options = () => [...document.querySelectorAll('[role="option"]')]
  await waitFor(() => expect(options().map(({ textContent }) => textContent.trim())).toEqual(['till', 'web']))
  await fireEvent.input(field, { target: { value: 'web' } })
  await fireEvent.change(screen.getByLabelText('It is'), { target: { value: 'strategies' } })
  const { id: _id, disabled: _disabled, sortOrder: _sortOrder, ...begun } = own
  const area = document.querySelector('textarea') as HTMLTextAreaElement
  expect(JSON.parse(area.value)).toEqual([begun])
  await fireEvent.input(area, { target: { value: '[{' } })
  expect(screen.getByRole('button', { name: 'Override' })).toHaveProperty('disabled', true)
  await fireEvent.input(area, { target: { value: '[{"name":"default"}]' } })
  await fireEvent.change(screen.getByLabelText('It ends'), { target: { value: 'restart' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Override' }))
  await waitFor(() =>
    expect(override).toHaveBeenCalledWith({
      params: { ...place, audience: 'token:web' },
      body: { enabled: true, variant: null, strategies: [{ name: 'default' }], until: 'restart' },
    }),
  )
})

it('overrides a flag for a user, with a variant, until it is removed', async () => {
  const override = vi.fn((input: unknown) => {
    const { params, body } = input as { params: object; body: object }
    return { ...params, ...body }
  })
  answerProcedures({ setOverride: override })
  render(OverrideDialog, { props: { place, strategies: [], open: true }, context: renderWindowContext() })
  await screen.findByRole('dialog', { name: 'Override checkout in production' })
  await fireEvent.change(screen.getByLabelText('For'), { target: { value: 'user' } })
  expect(screen.getByRole('button', { name: 'Override' })).toHaveProperty('disabled', true)
  await fireEvent.input(screen.getByLabelText('User ID'), { target: { value: '7' } })
  await fireEvent.change(screen.getByLabelText('It is'), { target: { value: 'variant' } })
  await fireEvent.input(screen.getByLabelText('Variant'), { target: { value: 'blue' } })
  await fireEvent.input(screen.getByLabelText('Payload'), { target: { value: 'B' } })
  await fireEvent.change(screen.getByLabelText('It ends'), { target: { value: '' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Override' }))
  await waitFor(() =>
    expect(override).toHaveBeenCalledWith({
      params: { ...place, audience: 'user:7' },
      body: {
        enabled: true,
        variant: { name: 'blue', payload: { type: 'string', value: 'B' } },
        strategies: null,
        until: null,
      },
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
