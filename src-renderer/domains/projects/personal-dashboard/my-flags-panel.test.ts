import { render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'

import { queryClient } from '#lib/queries.ts'
import { rights } from '#lib/rights.svelte.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import MyFlagsPanel from './MyFlagsPanel.svelte'

afterEach(() => {
  rights.setHeld(undefined)
  queryClient.clear()
})

const show = (permissions: { permission: 'CREATE_FEATURE'; project: string }[]) => {
  rights.setHeld({ permissions })
  render(MyFlagsPanel, { props: { flags: [], projectId: 'shop' }, context: renderWindowContext() })
}

describe('own flags on Home, before there are any', () => {
  it('lead to the first one for a user who may create it', () => {
    show([{ permission: 'CREATE_FEATURE', project: 'shop' }])
    expect(screen.getByRole('link', { name: 'Create one' })).toBeTruthy()
  })

  it('ask nothing of a Viewer', () => {
    show([])
    expect(screen.getByText("You haven't created any flags yet.")).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Create one' })).toBeNull()
  })
})
