import { getOutdatedProjectSdks as ofProject } from '#shared/clients/contract/applications.ts'
import { query } from '#kernel/use-case.ts'
import { readRunningSdks } from '../../records/applications/instances.read-model.ts'
import { isOutdated, outdatedSdksOf } from '../../records/applications/outdated-sdks.ts'
import { keyOf, readProjectPlaces } from '../../records/applications/project-applications.read-model.ts'

export const getOutdatedProjectSdks = query(ofProject, async ({ queries }, { params: { projectId } }) => {
  const outdated = (await readRunningSdks(queries)).filter(isOutdated)
  if (outdated.length === 0) return { sdks: [] }
  const places = new Set((await readProjectPlaces(queries, projectId)).map(keyOf))
  return outdatedSdksOf(outdated.filter((sdk) => places.has(keyOf(sdk))))
})
