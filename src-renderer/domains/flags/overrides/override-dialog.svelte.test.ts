import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import OverrideDialog from './OverrideDialog.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('overrides a flag for a user, with a variant, until it is removed', async () => {
  const override = vi.fn((input: unknown) => {
    const { params, body } = input as { params: object; body: object }
    return { ...params, ...body }
  })
  answerProcedures({ setOverride: override })
  const place = { projectId: 'shop', featureName: 'checkout', environment: 'production' }
  render(OverrideDialog, { props: { place, open: true }, context: renderWindowContext() })
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
        until: null,
      },
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
