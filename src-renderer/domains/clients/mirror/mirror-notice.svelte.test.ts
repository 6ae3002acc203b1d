import { render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import MirrorNotice from './MirrorNotice.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const AT = new Date().toISOString()
const source = {
  environment: 'development',
  projects: ['*'],
  changedAt: AT,
  checkedAt: AT,
  problem: null as string | null,
  isLearnt: false,
  isStreamed: false,
  flags: 3,
}

it.each([
  [[source], 'Flags are changed there. Last answer just now.'],
  [
    [source, { ...source, problem: 'It answers 500.' }],
    '1 of 2 tokens cannot be followed, last answer just now: It answers 500.',
  ],
  [[{ ...source, checkedAt: null }], 'Waiting for its first answer.'],
  [[], 'It has no token: set HALYARD_UPSTREAM_TOKENS.'],
])('the bar of a mirror says how it is: %#', async (sources, text) => {
  answerProcedures({
    getMirror: () => ({ url: 'https://unleash.example.com', sources, learntTokens: 0, forwarding: null }),
  })
  render(MirrorNotice, { context: renderWindowContext() })
  const bar = await screen.findByRole('status')
  expect(bar.textContent.replaceAll(/\s+/g, ' ')).toContain(`Mirror of unleash.example.com. ${text}`)
})

it('the bar of a mirror of a file names the file', async () => {
  answerProcedures({ getMirror: () => ({ url: 'file:///edge/data/features.json', sources: [source] }) })
  render(MirrorNotice, { context: renderWindowContext() })
  expect((await screen.findByRole('status')).textContent).toContain('Mirror of features.json.')
})

it('an instance with flags of its own has no such bar', async () => {
  const getMirror = vi.fn(() => ({ url: null, sources: [], learntTokens: 0, forwarding: null }))
  answerProcedures({ getMirror })
  render(MirrorNotice, { context: renderWindowContext() })
  await vi.waitFor(() => expect(getMirror).toHaveBeenCalled())
  expect(screen.queryByRole('status')).toBeNull()
})
