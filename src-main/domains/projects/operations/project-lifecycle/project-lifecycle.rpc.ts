import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { archiveProject } from './archive-project.ts'
import { reviveProject } from './revive-project.ts'
import { createProject } from './create-project.ts'
import { validateProject } from './validate-project.ts'
import { deleteProject } from './delete-project.ts'
import { updateProject } from './update-project.ts'
import { updateProjectEnterpriseSettings } from './update-project-enterprise-settings.ts'

export const projectLifecycleRpc = (access: AccessDirectory, tokens: TokenDirectory) =>
  router({
    create: mutationOf(createProject(access)),
    validate: queryOf(validateProject),
    update: mutationOf(updateProject(access)),
    updateSettings: mutationOf(updateProjectEnterpriseSettings(access)),
    remove: mutationOf(deleteProject(access, tokens)),
    archive: mutationOf(archiveProject),
    revive: mutationOf(reviveProject),
  })
