import { expect, it } from 'vitest'

import type { Outputs } from '../../lib/api.ts'
import { healthInWords } from './health-words.ts'
import { findProjects } from './project-filter.ts'

type Project = Outputs['projects']['list']['projects'][number]

const project = (id: string, more: Partial<Project> = {}) =>
  ({ id, name: id, description: null, owners: [{ ownerType: 'system' }], ...more }) as Project

it('projects are found by name, id, description and owner', () => {
  const all = [
    project('web', { name: 'Web shop' }),
    project('app', { description: 'The mobile app' }),
    project('ops', { owners: [{ ownerType: 'user', name: 'Ada', imageUrl: '' }] }),
  ]
  const found = (text: string) => findProjects(all, text).map(({ id }) => id)
  expect(found('')).toEqual(['web', 'app', 'ops'])
  expect(found(' SHOP ')).toEqual(['web'])
  expect(found('mobile')).toEqual(['app'])
  expect(found('ada')).toEqual(['ops'])
  expect(found('nothing')).toEqual([])
})

it.each([
  [100, 3, '100 %', 'success'],
  [74, 3, '74 %', 'warning'],
  [39, 3, '39 %', 'danger'],
  [100, 0, 'no flags', 'neutral'],
])('a health of %i with %i flags is "%s"', (health, flags, label, tone) => {
  expect(healthInWords(health, flags)).toMatchObject({ label, tone })
})
