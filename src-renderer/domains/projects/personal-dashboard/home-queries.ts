import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

export type Dashboard = Outputs['getPersonalDashboard']
export type ProjectDigestData = Outputs['getPersonalDashboardProjectDetails']

interface Query<T> {
  queryKey: readonly string[]
  queryFn: () => Promise<T>
}

export const dashboardQuery = (): Query<Dashboard> => ({
  queryKey: keys.home,
  queryFn: () => api.getPersonalDashboard.query({}),
})

export const digestQuery = (projectId: string): Query<ProjectDigestData> => ({
  queryKey: keys.dashboardOf(projectId),
  queryFn: () => api.getPersonalDashboardProjectDetails.query({ params: { projectId } }),
})

/** Flags that one has made: a hundred, the oldest first. */
export const ownFlagsQuery = (user: number): Query<Outputs['searchFeatures']> => ({
  queryKey: [...keys.home, 'flags', String(user)],
  queryFn: () =>
    api.searchFeatures.query({ query: { createdBy: `IS:${user}`, sortBy: 'createdAt', limit: '100' } }),
})

const ASKED_AT_MOST = 20

export interface StaleFlags {
  /** Absent: of all projects. */
  project?: { id: string; name: string }
  total: number
}

/** Counts the stale flags: in single projects, or in all together. */
export const staleFlagsQuery = (
  projects: readonly { id: string; name: string }[] | 'all',
): Query<StaleFlags[]> => ({
  queryKey: [...keys.home, 'stale', ...(projects === 'all' ? ['all'] : projects.map(({ id }) => id))],
  queryFn: async () => {
    const count = async (project?: { id: string; name: string }): Promise<StaleFlags> => {
      const { total } = await api.searchFeatures.query({
        query: { state: 'IS:stale', limit: '1', ...(project ? { project: `IS:${project.id}` } : {}) },
      })
      return { total, ...(project ? { project } : {}) }
    }
    const asked = projects === 'all' ? [count()] : projects.slice(0, ASKED_AT_MOST).map(count)
    return (await Promise.all(asked)).filter(({ total }) => total > 0)
  },
})

/** Integrations whose last delivery failed. */
export const failingQuery = (): Query<Outputs['getFailingAddons']> => ({
  queryKey: [...keys.home, 'failing-integrations'],
  queryFn: () => api.getFailingAddons.query({}),
})

/** Names that SDKs ask for and no flag has. */
export const unknownFlagsQuery = (): Query<Outputs['getUnknownFlags']> => ({
  queryKey: keys.unknownFlags,
  queryFn: () => api.getUnknownFlags.query({}),
})
