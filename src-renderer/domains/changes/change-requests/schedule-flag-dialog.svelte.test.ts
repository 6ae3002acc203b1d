import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import ScheduleFlagDialog from './ScheduleFlagDialog.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('schedules the opposite of what the flag is, at the time that was entered', async () => {
  const schedule = vi.fn((input: unknown) => ({
    schedule: {
      status: 'pending',
      scheduledAt: (input as { body: { scheduledAt: string } }).body.scheduledAt,
    },
  }))
  answerProcedures({ scheduleFeatureEnvironment: schedule })
  const place = { projectId: 'shop', featureName: 'checkout', environment: 'production' }
  render(ScheduleFlagDialog, {
    props: { place, isEnabled: true, open: true },
    context: renderWindowContext(),
  })
  await screen.findByRole('dialog', { name: 'Turn checkout on or off at a time' })
  expect(screen.getByLabelText<HTMLSelectElement>('Turn it').value).toBe('off')
  await fireEvent.input(screen.getByLabelText('At'), { target: { value: '2100-01-02T03:04' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  await waitFor(() =>
    expect(schedule).toHaveBeenCalledWith({
      params: place,
      body: { enabled: false, scheduledAt: new Date('2100-01-02T03:04').toISOString() },
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('turns the flag now, and back at the time that was entered', async () => {
  const schedule = vi.fn((input: unknown) => ({
    schedule: { status: 'pending', scheduledAt: (input as { body: { until: string } }).body.until },
  }))
  answerProcedures({ scheduleFeatureEnvironment: schedule })
  const place = { projectId: 'shop', featureName: 'checkout', environment: 'production' }
  render(ScheduleFlagDialog, {
    props: { place, isEnabled: false, open: true },
    context: renderWindowContext(),
  })
  await fireEvent.change(await screen.findByLabelText('When'), { target: { value: 'until' } })
  await fireEvent.input(screen.getByLabelText('Back at'), { target: { value: '2100-01-02T18:00' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  await waitFor(() =>
    expect(schedule).toHaveBeenCalledWith({
      params: place,
      body: { enabled: true, until: new Date('2100-01-02T18:00').toISOString() },
    }),
  )
})

it('asks for a state with an end where others have to approve it', async () => {
  const start = vi.fn((_input: unknown) => ({ id: 7, title: 'Change request #7', state: 'Draft' }))
  answerProcedures({
    startChangeRequest: start,
    getMe: () => ({ user: { id: 1, username: 'author' }, permissions: [] }),
    getProjectOverview: () => ({
      mode: 'open',
      environments: [{ environment: 'production', changeRequestsEnabled: true }],
    }),
    getPendingChangeRequests: () => [],
  })
  const place = { projectId: 'shop', featureName: 'checkout', environment: 'production' }
  render(ScheduleFlagDialog, {
    props: { place, isEnabled: false, open: true },
    context: renderWindowContext(),
  })
  await screen.findByText(/when its change request is applied, and back/)
  expect(screen.queryByLabelText('When')).toBeNull()
  await fireEvent.input(screen.getByLabelText('Back at'), { target: { value: '2100-01-02T18:00' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Add to change request' }))
  const payload = { enabled: true, until: new Date('2100-01-02T18:00').toISOString() }
  await waitFor(() =>
    expect(start).toHaveBeenCalledWith({
      params: { projectId: 'shop', environment: 'production' },
      body: { action: 'updateEnabled', feature: 'checkout', payload },
    }),
  )
})
