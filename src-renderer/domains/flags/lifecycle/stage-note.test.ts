import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'

import { STAGES } from '#shared/flags/schemas/lifecycle.ts'
import StageNote from './StageNote.svelte'
import { STAGE_WORDS } from './stage-words.ts'

const enteredStageAt = '2026-01-01T00:00:00.000Z'

it.each(STAGES)('the stage %s is explained when it is pressed', async (stage) => {
  render(StageNote, { lifecycle: { stage, enteredStageAt } })
  expect(screen.queryByText(STAGE_WORDS[stage])).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: stage }))
  const note = (await screen.findByText(STAGE_WORDS[stage])).parentElement
  expect(note?.querySelector('time')?.getAttribute('datetime')).toBe(enteredStageAt)
})
