import { scanProjectCode as operation } from '#shared/clients/contract/code-references.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { readCodeFolders } from '../../records/code-references/code-folders.store.ts'
import type { CodeServices } from '../../records/code-references/code-services.ts'
import { describeProjectCode } from '../../records/code-references/describe-project-code.ts'
import { readProjectFlags } from '../../records/code-references/project-flags.read-model.ts'

/** Scans in a worker thread, ahead of the transaction. */
export const scanProjectCode = ({ codeScans }: CodeServices) =>
  preparedMutation(
    operation,
    async ({ queries }, { params: { projectId } }) => {
      await requireActiveProject(queries, projectId)
      const folders = await readCodeFolders(queries, projectId)
      const flags = await readProjectFlags(queries, projectId)
      await codeScans.scan(
        projectId,
        folders,
        flags.map(({ name }) => name),
      )
    },
    async (context, { params: { projectId } }) => describeProjectCode(context, codeScans, projectId),
  )
