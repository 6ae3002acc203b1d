import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { archiveProject, reviveProject } from './archive-project.use-case.ts'
import { createProject, validateProject } from './create-project.use-case.ts'
import { deleteProject } from './delete-project.use-case.ts'
import { updateProject, updateProjectEnterpriseSettings } from './update-project.use-case.ts'

export const projectLifecycleHttp = (access: AccessDirectory, tokens: TokenDirectory) => [
  bind(createProject(access), { headers: ({ id }) => ({ location: `projects/${id}` }) }),
  bind(validateProject),
  bind(updateProject(access)),
  bind(updateProjectEnterpriseSettings(access)),
  bind(deleteProject(access, tokens)),
  bind(archiveProject),
  bind(reviveProject),
]
