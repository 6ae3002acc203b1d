import { render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { rights } from '#lib/rights.svelte.ts'
import Guarded from './Guarded.svelte'

const reported = vi.fn()
beforeEach(() => vi.stubGlobal('reportError', reported))
afterEach(() => {
  vi.unstubAllGlobals()
  reported.mockReset()
  rights.elsewhere = undefined
})

let isBroken = $state(true)
const content = createRawSnippet(() => ({
  render: () => '<p>Content</p>',
  setup: () => {
    if (isBroken) throw new TypeError("Cannot read properties of undefined (reading 'map')")
  },
}))

describe('content that cannot be shown', () => {
  beforeEach(() => (isBroken = true))

  it('has a notice in its place, and reports the error', () => {
    render(Guarded, { children: content })
    expect(screen.getByRole('alert').textContent).toContain('An error happened while this was shown.')
    expect(reported).toHaveBeenCalledOnce()
  })

  it('names the version of another service', () => {
    rights.elsewhere = { version: '5.8.2', edition: 'oss', takesFlagVariants: true }
    render(Guarded, { children: content })
    expect(screen.getByRole('alert').textContent).toContain('Its version, 5.8.2, may not have it.')
  })

  it('is shown when it is tried again', async () => {
    render(Guarded, { children: content })
    isBroken = false
    screen.getByRole('button', { name: 'Try again' }).click()
    await waitFor(() => expect(screen.getByText('Content')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is shown at another address', async () => {
    const { rerender } = render(Guarded, { of: '/a', children: content })
    isBroken = false
    await rerender({ of: '/b' })
    await waitFor(() => expect(screen.getByText('Content')).toBeDefined())
  })
})
