import { Turn } from '#runtime/turn.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/applications.ts'
import type { ProjectApplications } from '#shared/clients/schemas/application.ts'
import { groupRows } from '#store/group-rows.ts'
import { readInstancesOf, readRunningSdks, type Instance } from '../applications/instances.read-model.ts'
import { isOutdated, outdatedSdksOf } from '../applications/outdated-sdks.ts'
import { keyOf, readProjectPlaces, toPage } from '../applications/project-applications.read-model.ts'

type Application = ProjectApplications['applications'][number]

/** The instances of so many applications are read in some milliseconds. */
const AT_ONCE = 50

/** The applications that use flags of a project, by name. */
export const getProjectApplications = query(
  contract.getProjectApplications,
  async ({ visible }, { params: { projectId }, query: asked }) => {
    const { text, offset, limit, descending } = toPage(asked)
    const places = (await readProjectPlaces(visible, projectId)).filter(({ appName }) =>
      appName.toLowerCase().includes(text.toLowerCase()),
    )
    const names = unique(places.map(({ appName }) => appName))
    if (descending) names.reverse()
    const isUsed = new Set(places.map(keyOf))
    const page = names.slice(offset, offset + limit)
    const turn = new Turn()
    const applications: Application[] = []
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const batch = page.slice(start, start + AT_ONCE)
      const instances = (await readInstancesOf(visible, batch)).filter((one) => isUsed.has(keyOf(one)))
      const instancesOf = groupRows(instances, ({ appName }) => appName)
      applications.push(...batch.map((name) => toApplication(name, instancesOf.get(name) ?? [])))
      await turn.pause()
    }
    return { applications, total: names.length }
  },
)

function toApplication(
  name: string,
  instances: readonly Pick<Instance, 'environment' | 'instanceId' | 'sdkVersion'>[],
): Application {
  const versions = unique(instances.flatMap((one) => one.sdkVersion ?? [])).map((version) => {
    const [sdk = version, number = ''] = version.split(':')
    return { sdk, number }
  })
  return {
    name,
    environments: unique(instances.map((one) => one.environment)),
    instances: unique(instances.map((one) => one.instanceId)),
    sdks: [...groupRows(versions, ({ sdk }) => sdk)].map(([name, own]) => ({
      name,
      versions: own.map(({ number }) => number),
    })),
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts)].sort()

export const getOutdatedProjectSdks = query(
  contract.getOutdatedProjectSdks,
  async ({ visible }, { params: { projectId } }) => {
    const outdated = (await readRunningSdks(visible)).filter(isOutdated)
    if (outdated.length === 0) return { sdks: [] }
    const places = new Set((await readProjectPlaces(visible, projectId)).map(keyOf))
    return outdatedSdksOf(outdated.filter((sdk) => places.has(keyOf(sdk))))
  },
)
