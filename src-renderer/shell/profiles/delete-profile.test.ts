import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import type { Profile } from '#shared/desktop/profiles.ts'
import { answerAsApp, PROFILE } from '#lib/answer-as-app.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import DeleteProfileDialog from './DeleteProfileDialog.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const LOCAL: Profile = {
  ...PROFILE,
  ...{
    kind: 'local',
    folder: '/data',
    port: 'auto',
    url: null,
    usesPostgres: false,
    copiedFrom: null,
    mirrorOf: null,
  },
}
const REMOTE: Profile = { ...PROFILE, kind: 'remote', url: 'https://flags.example' }

it.each([
  ['that the app serves is deleted', LOCAL, 'Delete', /^Its service stops\./],
  [
    'elsewhere is removed from the list',
    REMOTE,
    'Remove',
    /^The app forgets https:.* Nothing changes there\.$/,
  ],
] as const)('an instance %s, once its name is typed', async (_name, profile, verb, description) => {
  const { asked } = answerAsApp({ profiles: () => [] })
  render(DeleteProfileDialog, { props: { profile, open: true }, context: renderWindowContext() })
  await screen.findByRole('dialog', { name: `${verb} Live?` })
  expect(screen.getByText(description)).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: `${verb} instance` })
  expect(button.disabled).toBe(true)
  await fireEvent.input(screen.getByLabelText('Type Live to confirm'), { target: { value: 'Live' } })
  await fireEvent.click(button)
  await waitFor(() => expect(asked).toContainEqual(['deleteProfile', { id: PROFILE.id, withData: false }]))
})
