import { describe, expect, it } from 'vitest'

import type { Grant } from './grant.ts'
import { hiddenProjects, seesProject } from './visibility.ts'

const DIRECT = { kind: 'direct' } as const
const group = (kind: 'group' | 'group-root-role') => ({ kind, id: 1, name: 'team' }) as const
const root = (name: string, type: 'root' | 'root-custom', via: Grant['via'] = DIRECT): Grant => ({
  role: { id: 1, name, type },
  via,
  permissions: [],
})
const inProject = (project: string, via: Grant['via'] = DIRECT): Grant => ({
  role: { id: 9, name: 'Reader', type: 'custom' },
  via,
  project,
  permissions: [],
})
const viewer = root('Viewer', 'root')

// the table of docs/contract/projects.md#collaboration-modes
describe('a private project', () => {
  it.each<[string, Grant[], boolean]>([
    ['nobody in particular', [], false],
    ['a Viewer', [viewer], false],
    ['a member', [viewer, inProject('p')], true],
    ['a member through a group', [viewer, inProject('p', group('group'))], true],
    ['a member of another project', [viewer, inProject('q')], false],
    ['an Editor', [root('Editor', 'root')], true],
    ['an Editor through a group', [viewer, root('Editor', 'root', group('group-root-role'))], true],
    ['an Admin', [root('Admin', 'root')], true],
    ['an Admin through a group', [viewer, root('Admin', 'root', group('group-root-role'))], true],
    ['who holds a custom root role', [root('Auditor', 'root-custom')], true],
    [
      'who has one through a group',
      [viewer, root('Auditor', 'root-custom', group('group-root-role'))],
      false,
    ],
    ['a Viewer through a group', [viewer, root('Viewer', 'root', group('group-root-role'))], false],
    [
      'a custom role that calls itself Editor, through a group',
      [viewer, root('Editor', 'root-custom', group('group-root-role'))],
      false,
    ],
    [
      'a project role that calls itself Admin',
      [viewer, { ...inProject('q'), role: { id: 8, name: 'Admin', type: 'custom' } }],
      false,
    ],
  ])('is visible, as the table says, to %s', (_who, grants, sees) => {
    expect(seesProject(grants, { id: 'p', mode: 'private' })).toBe(sees)
    expect([...hiddenProjects(grants, ['p'])]).toEqual(sees ? [] : ['p'])
    expect(seesProject(grants, { id: 'p', mode: 'open' })).toBe(true)
    expect(seesProject(grants, { id: 'p', mode: 'protected' })).toBe(true)
  })
})
