import { getApplications as all } from '#shared/clients/contract/applications.ts'
import { query } from '#kernel/use-case.ts'
import { searchApplications } from '../../records/applications/applications.store.ts'
import { readUsage } from '../../records/applications/instances.read-model.ts'
import { toPage } from '../../records/applications/paging.ts'

/** Recorded exchange metrics/applications, 576. */
export const getApplications = query(all, async ({ queries }, { query: asked }) => {
  const { applications, total } = await searchApplications(queries, toPage(asked))
  const usage = await readUsage(
    queries,
    applications.map((one) => one.appName),
  )
  return {
    applications: applications.map(({ seenAt, ...application }) => {
      const places = usage.get(application.appName) ?? []
      const [first] = places
      return {
        ...application,
        updatedAt: seenAt,
        ...(first ? { project: first.project, environment: first.environments[0] } : {}),
        usage: places,
      }
    }),
    total,
  }
})
