import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { archiveProject } from './archive-project.ts'
import { reviveProject } from './revive-project.ts'
import { createProject } from './create-project.ts'
import { validateProject } from './validate-project.ts'
import { deleteProject } from './delete-project.ts'
import { updateProject } from './update-project.ts'
import { updateProjectEnterpriseSettings } from './update-project-enterprise-settings.ts'

export const projectLifecycleHttp = (access: AccessDirectory, tokens: TokenDirectory) => [
  bind(createProject(access), { headers: ({ id }) => ({ location: `projects/${id}` }) }),
  bind(validateProject),
  bind(updateProject(access)),
  bind(updateProjectEnterpriseSettings(access)),
  bind(deleteProject(access, tokens)),
  bind(archiveProject),
  bind(reviveProject),
]
