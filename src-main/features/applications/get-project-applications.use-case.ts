import { getProjectApplications as operation } from '../../../src-shared/contract/applications.ts'
import type { ProjectApplications } from '../../../src-shared/schemas/application.ts'
import { query } from '../../kernel/use-case.ts'
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
    const names = unique(instances.map((one) => one.appName))
    if (descending) names.reverse()
    const applications = names.slice(offset, offset + limit).map((name) =>
      toApplication(
        name,
        instances.filter((one) => one.appName === name),
      ),
    )
    return { applications, total: names.length }
  },
)

function toApplication(
  name: string,
  instances: readonly Instance[],
): ProjectApplications['applications'][number] {
  const sdks = new Map<string, string[]>()
  for (const version of unique(instances.flatMap((one) => one.sdkVersion ?? []))) {
    const [sdk = version, number = ''] = version.split(':')
    sdks.set(sdk, [...(sdks.get(sdk) ?? []), number])
  }
  return {
    name,
    environments: unique(instances.map((one) => one.environment)),
    instances: unique(instances.map((one) => one.instanceId)),
    sdks: [...sdks].map(([sdk, versions]) => ({ name: sdk, versions })),
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts)].sort()
