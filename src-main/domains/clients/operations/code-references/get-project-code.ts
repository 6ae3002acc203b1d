import { getProjectCode as operation } from '#shared/clients/contract/code-references.ts'
import { query } from '#kernel/use-case.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import type { CodeServices } from '../../records/code-references/code-services.ts'
import { describeProjectCode } from '../../records/code-references/describe-project-code.ts'

export const getProjectCode = ({ codeScans }: CodeServices) =>
  query(operation, async (context, { params: { projectId } }) => {
    await requireActiveProject(context.queries, projectId)
    return describeProjectCode(context, codeScans, projectId)
  })
