import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { answerAsApp } from '#lib/answer-as-app.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import ProfileEditor from './ProfileEditor.svelte'

const url = 'https://flags.example.com'
let asked: ReturnType<typeof answerAsApp>['asked']
beforeEach(() => ({ asked } = answerAsApp()))
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('is created with a token, and no other sign-in is offered', async () => {
  render(ProfileEditor, { props: { profile: undefined, open: true }, context: renderWindowContext() })
  const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add instance' })
  const kind = screen.getByLabelText('Kind')
  await fireEvent.change(kind, { target: { value: 'remote' } })
  await fireEvent.change(screen.getByLabelText('Sign in by'), { target: { value: 'password' } })
  await fireEvent.change(kind, { target: { value: 'original' } })
  expect(screen.queryByLabelText('Sign in by')).toBeNull()
  await fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: 'Live' } })
  await fireEvent.input(screen.getByLabelText(/^Address/), { target: { value: url } })
  expect(create.disabled).toBe(true)
  await fireEvent.input(screen.getByLabelText(/^Token/), { target: { value: 'user:secret' } })
  await waitFor(() => expect(create.disabled).toBe(false))
  await fireEvent.click(create)
  const look = { name: 'Live', colour: 'green', icon: 'server', safeMode: 'on', idleMinutes: 15 }
  const credentials = { kind: 'token', token: 'user:secret' }
  await waitFor(() =>
    expect(asked).toContainEqual(['createProfile', { kind: 'original', ...look, url, credentials }]),
  )
})
