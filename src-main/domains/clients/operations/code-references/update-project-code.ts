import { updateProjectCode as operation } from '#shared/clients/contract/code-references.ts'
import { badData } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { readCodeFolders, writeCodeFolders } from '../../records/code-references/code-folders.store.ts'
import type { CodeServices } from '../../records/code-references/code-services.ts'
import { describeProjectCode } from '../../records/code-references/describe-project-code.ts'

/** Sets the folders by their real paths. One that may not be read is an error of the request. */
export const updateProjectCode = ({ codeScans }: CodeServices) =>
  preparedMutation(
    operation,
    async ({ queries }, { params: { projectId }, body }) => {
      await requireActiveProject(queries, projectId)
      const before = await readCodeFolders(queries, projectId)
      const paths: string[] = []
      for (const [at, folder] of body.folders.entries()) {
        const choice = await codeScans.choose(folder)
        // a folder that was set may be gone for now, such as that of a disk: the others can be changed
        if (choice.problem !== null && !before.includes(folder))
          throw badData(`${folder}: ${choice.problem}`, `/body/folders/${at}`)
        paths.push(choice.path ?? folder)
      }
      return [...new Set(paths)]
    },
    async (context, { params: { projectId } }, folders) => {
      const { queries } = context
      await requireActiveProject(queries, projectId)
      const before = await readCodeFolders(queries, projectId)
      await writeCodeFolders(queries, projectId, folders)
      context.record({
        type: 'project-code-folders-updated',
        project: projectId,
        data: { folders },
        preData: { folders: before },
      })
      return describeProjectCode(context, codeScans, projectId)
    },
  )
