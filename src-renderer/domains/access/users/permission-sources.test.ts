import { expect, it } from 'vitest'

import { withSources } from './permission-sources.ts'

const permission = (name: string, type: 'root' | 'project' | 'environment', environment?: string) => ({
  id: 1,
  name,
  displayName: name.toLowerCase(),
  type,
  ...(environment === undefined ? {} : { environment }),
})
const role = (id: number, name: string, permissions: ReturnType<typeof permission>[]) => ({
  id,
  name,
  type: 'custom' as const,
  description: '',
  project: null,
  permissions,
})
const roles = new Map(
  [
    role(1, 'Admin', [permission('ADMIN', 'root')]),
    role(4, 'Releaser', [permission('UPDATE_FEATURE_ENVIRONMENT', 'environment', 'production')]),
    role(5, 'Owner', [permission('UPDATE_PROJECT', 'project')]),
  ].map((one) => [one.id, one]),
)
const direct = { kind: 'direct' as const }
const grant = (id: number, project?: string, group?: string) => ({
  role: { id, name: roles.get(id)?.name ?? '', type: 'custom' as const },
  via: group === undefined ? direct : { kind: 'group' as const, id: 1, name: group },
  ...(project === undefined ? {} : { project }),
})
const judged = (name: string, type: 'root' | 'project' | 'environment', hasPermission = true) => ({
  ...permission(name, type),
  hasPermission,
})
const overview = {
  root: [judged('CREATE_SEGMENT', 'root', false), judged('CREATE_PROJECT', 'root')],
  project: [judged('UPDATE_PROJECT', 'project'), judged('PROJECT_DEFAULT_STRATEGY_WRITE', 'project')],
  environment: [judged('UPDATE_FEATURE_ENVIRONMENT', 'environment')],
}
const sourcesAt = (project: string, environment: string, grants: ReturnType<typeof grant>[]) =>
  withSources(overview, { grants, roles, place: { project, environment } }).map(({ name, sources }) => [
    name,
    sources.map((one) => `${one.role.name} ${one.via.kind === 'group' ? one.via.name : 'direct'}`),
  ])

it('lists what a user may do at a place, each with the roles that give it there', () => {
  const grants = [grant(4, 'shop', 'Release team'), grant(5, 'shop'), grant(5, 'other')]
  expect(sourcesAt('shop', 'production', grants)).toEqual([
    ['UPDATE_PROJECT', ['Owner direct']],
    // included in "Update project"
    ['PROJECT_DEFAULT_STRATEGY_WRITE', ['Owner direct']],
    ['UPDATE_FEATURE_ENVIRONMENT', ['Releaser Release team']],
  ])
  // the role is for production
  expect(sourcesAt('shop', 'development', grants).at(-1)).toEqual(['UPDATE_FEATURE_ENVIRONMENT', []])
})

it('names the role of Admins for everything, and puts what is not granted last', () => {
  expect(sourcesAt('', '', [grant(1)])).toEqual([
    ['CREATE_PROJECT', ['Admin direct']],
    ['CREATE_SEGMENT', []],
  ])
})
