import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { FeatureParams, ProjectParams } from '../../contract-engine/params.ts'
import { inFlag, inProject } from '../../contract-engine/place.ts'
import { CodeFolders, FeatureCode, ProjectCode } from '../schemas/code-references.ts'

const CODE = '/api/admin/projects/:projectId/code'
const ofProject = {
  tag: 'Projects',
  everywhere: true,
  place: inProject,
  params: ProjectParams,
  responses: { 200: ProjectCode },
} as const

export const getProjectCode = operation({
  ...ofProject,
  operationId: 'getProjectCode',
  method: 'GET',
  path: CODE,
  summary: 'Returns the code folders of a project, and the findings of the last scan',
  description:
    'Operation of Halyard. Missing flags, stale flags that code still uses, and flags that no code uses.',
  access: audienceOnly,
  errors: [404],
})

export const updateProjectCode = operation({
  ...ofProject,
  operationId: 'updateProjectCode',
  method: 'PUT',
  path: CODE,
  summary: 'Sets the code folders of a project',
  description:
    'Operation of Halyard. Folders of the machine that runs Halyard, below those of the setting `codeRoots`. Whoever sees the ' +
    'project sees the lines that name its flags.',
  access: needs('UPDATE_PROJECT'),
  body: CodeFolders,
  errors: [404],
})

export const scanProjectCode = operation({
  ...ofProject,
  operationId: 'scanProjectCode',
  method: 'POST',
  path: `${CODE}/scan`,
  summary: 'Scans the code folders of a project for flags',
  description: 'Operation of Halyard. Reads only files that have changed since the last scan.',
  access: needs('UPDATE_PROJECT'),
  anyContentType: true,
  errors: [404],
})

export const getFeatureCode = operation({
  tag: 'Features',
  everywhere: true,
  operationId: 'getFeatureCode',
  method: 'GET',
  path: '/api/admin/projects/:projectId/features/:featureName/code',
  summary: 'Lists the places in code that use a flag, with the authors of the lines',
  description: 'Operation of Halyard. From the last scan of the project.',
  access: audienceOnly,
  place: inFlag,
  params: FeatureParams,
  responses: { 200: FeatureCode },
  errors: [404],
})
