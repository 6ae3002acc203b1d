import { getProjectApplications as operation } from '../../../src-shared/contract/applications.ts'
import type { ProjectApplications } from '../../../src-shared/schemas/application.ts'
import { query } from '../../kernel/use-case.ts'
import { groupRows } from '../../store/group-rows.ts'
import type { Instance } from './instances.read-model.ts'
import { toPage } from './paging.ts'
import { readProjectInstances } from './project-applications.read-model.ts'

/** The applications that use flags of a project, by name (exchange 587). */
export const getProjectApplications = query(
  operation,
  async ({ queries }, { params: { projectId }, query: asked }) => {
    const { text, offset, limit, descending } = toPage(asked)
    const instances = (await readProjectInstances(queries, projectId)).filter((one) =>
      one.appName.toLowerCase().includes(text.toLowerCase()),
    )
    const instancesOf = groupRows(instances, (one) => one.appName)
    const names = [...instancesOf.keys()].sort()
    if (descending) names.reverse()
    const applications = names
      .slice(offset, offset + limit)
      .map((name) => toApplication(name, instancesOf.get(name) ?? []))
    return { applications, total: names.length }
  },
)

function toApplication(
  name: string,
  instances: readonly Instance[],
): ProjectApplications['applications'][number] {
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
