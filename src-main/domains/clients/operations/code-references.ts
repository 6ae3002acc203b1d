import { requireFeature } from '#domains/flags/features/features.store.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { badData } from '#kernel/app-error.ts'
import { preparedMutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/code-references.ts'
import { readCodeFolders, writeCodeFolders } from '../code-references/code-folders.store.ts'
import type { CodeScans } from '../code-references/code-scans.ts'
import { describeProjectCode, describeScan } from '../code-references/describe-project-code.ts'
import type { LineAuthors } from '../code-references/line-authors.ts'
import { readProjectFlags } from '../code-references/project-flags.read-model.ts'
import { shownFolders } from '../code-references/shown-folders.ts'

/** Services that the operations of code references share. */
interface CodeServices {
  codeScans: CodeScans
  lineAuthors: LineAuthors
}

export const getProjectCode = ({ codeScans }: CodeServices) =>
  query(contract.getProjectCode, async (context, { params: { projectId } }) => {
    await requireActiveProject(context.visible, projectId)
    return describeProjectCode(context, codeScans, projectId)
  })

/** Sets the folders by their real paths. One that may not be read is an error of the request. */
export const updateProjectCode = ({ codeScans }: CodeServices) =>
  preparedMutation(
    contract.updateProjectCode,
    async ({ visible }, { params: { projectId }, body }) => {
      await requireActiveProject(visible, projectId)
      const before = await readCodeFolders(visible, projectId)
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
      const { everything } = context
      await requireActiveProject(everything, projectId)
      const before = await readCodeFolders(everything, projectId)
      await writeCodeFolders(everything, projectId, folders)
      context.record({
        type: 'project-code-folders-updated',
        project: projectId,
        data: { folders },
        preData: { folders: before },
      })
      return describeProjectCode(context, codeScans, projectId)
    },
  )

/** Scans in a worker thread, ahead of the transaction. */
export const scanProjectCode = ({ codeScans }: CodeServices) =>
  preparedMutation(
    contract.scanProjectCode,
    async ({ visible }, { params: { projectId } }) => {
      await requireActiveProject(visible, projectId)
      const folders = await readCodeFolders(visible, projectId)
      const flags = await readProjectFlags(visible, projectId)
      await codeScans.scan(
        projectId,
        folders,
        flags.map(({ name }) => name),
      )
    },
    async (context, { params: { projectId } }) => describeProjectCode(context, codeScans, projectId),
  )

export const getFeatureCode = ({ codeScans, lineAuthors }: CodeServices) =>
  query(contract.getFeatureCode, async (context, { params: { projectId, featureName } }) => {
    const { visible } = context
    await requireFeature(visible, projectId, featureName)
    const folders = await readCodeFolders(visible, projectId)
    const scan = codeScans.latest(projectId, folders)
    const shown = shownFolders(context, projectId, folders)
    const places = scan ? await lineAuthors.placesOf(scan, featureName) : []
    return {
      hasFolders: folders.length > 0,
      scan: scan ? describeScan(scan) : null,
      total: scan?.references.filter(({ flag }) => flag === featureName).length ?? 0,
      places: places.map((place) => ({ ...place, folder: shown(place.folder) })),
    }
  })
