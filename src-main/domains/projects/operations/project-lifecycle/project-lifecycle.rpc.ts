import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { archiveProject, reviveProject } from './archive-project.use-case.ts'
import { createProject, validateProject } from './create-project.use-case.ts'
import { deleteProject } from './delete-project.use-case.ts'
import { updateProject, updateProjectEnterpriseSettings } from './update-project.use-case.ts'

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
