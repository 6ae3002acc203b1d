import { render, screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'

import { rights } from '../../../lib/rights.svelte.ts'
import FirstSteps from './FirstSteps.svelte'
import { firstSteps } from './first-steps.ts'

const steps = firstSteps('shop', { status: 'onboarding-started' }, false)
const permissionsOf = (...names: string[]) => names.map((permission) => ({ permission, project: 'shop' }))

afterEach(() => rights.setHeld({ permissions: permissionsOf('ADMIN') }))

describe('the first steps', () => {
  it('ux 23: have no link for a user without the permission, and name it', () => {
    rights.setHeld({ permissions: permissionsOf('CREATE_FEATURE') })
    render(FirstSteps, { steps, connect: undefined })
    expect(screen.getByRole('link', { name: 'Create a flag' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Create an API token' })).toBeNull()
    expect(screen.getByText(/^Needs /)).toBeTruthy()
  })

  it('have links for a user with the permission', () => {
    rights.setHeld({ permissions: permissionsOf('CREATE_FEATURE', 'CREATE_PROJECT_API_TOKEN') })
    const { container } = render(FirstSteps, { steps, connect: undefined })
    expect(within(container).getAllByRole('link')).toHaveLength(3)
  })
})
