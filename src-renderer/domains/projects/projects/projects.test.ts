import { describe, expect, it } from 'vitest'

import { healthInWords } from './health-words.ts'
import { projectName, projectTrail } from './project-trail.ts'

it.each([
  [100, 3, '100%', 'success'],
  [74, 3, '74%', 'warning'],
  [39, 3, '39%', 'danger'],
  [100, 0, 'no flags', 'neutral'],
])('a health of %i with %i flags is "%s"', (health, flags, label, tone) => {
  expect(healthInWords(health, flags)).toMatchObject({ label, tone })
})

describe('the breadcrumb', () => {
  const list = { projects: [{ id: 'default', name: 'Default' }] } as Parameters<typeof projectName>[0]

  it('shows the name of the project', () => {
    const trail = projectTrail('default', projectName(list, 'default'), { label: 'checkout' })
    expect(trail.map(({ label }) => label)).toEqual(['Projects', 'Default', 'checkout'])
    expect(trail[1]?.href).toBe('/projects/default')
  })
  it.each([
    ['until the projects are read', undefined],
    ['if it may not be seen', list],
  ])('shows the id %s', (_when, known) => {
    expect(projectTrail('shop', projectName(known, 'shop'))[1]?.label).toBe('shop')
  })
})
