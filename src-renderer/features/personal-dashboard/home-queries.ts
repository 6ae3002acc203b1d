import { api, type Outputs } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

export type Dashboard = Outputs['personalDashboard']['get']
export type ProjectDigestData = Outputs['personalDashboard']['project']

interface Query<T> {
  queryKey: readonly string[]
  queryFn: () => Promise<T>
}

export const dashboardQuery = (): Query<Dashboard> => ({
  queryKey: keys.home,
  queryFn: () => api.personalDashboard.get.query({}),
})

export const digestQuery = (projectId: string): Query<ProjectDigestData> => ({
  queryKey: keys.dashboardOf(projectId),
  queryFn: () => api.personalDashboard.project.query({ params: { projectId } }),
})

/** Flags that one has made: a hundred, the oldest first. */
export const ownFlagsQuery = (user: number): Query<Outputs['search']['features']> => ({
  queryKey: [...keys.home, 'flags', String(user)],
  queryFn: () =>
    api.search.features.query({ query: { createdBy: `IS:${user}`, sortBy: 'createdAt', limit: '100' } }),
})

/** Open change requests whose review one was asked for by name. */
export const toReviewQuery = (user: number): Query<Outputs['changeRequests']['search']> => ({
  queryKey: [...keys.home, 'reviews', String(user)],
  queryFn: () =>
    api.changeRequests.search.query({
      query: { requestedApproverId: `IS:${user}`, state: 'IS:open', limit: '5' },
    }),
})

export interface Waiting {
  id: string
  name: string
  total: number
}

const ASKED_AT_MOST = 20

/** The projects in which requests wait for whoever is signed in, to be approved or applied. */
export const waitingQuery = (projects: readonly { id: string; name: string }[]): Query<Waiting[]> => ({
  queryKey: [...keys.home, 'waiting', ...projects.map(({ id }) => id)],
  queryFn: async () => {
    const asked = projects.slice(0, ASKED_AT_MOST).map(async ({ id, name }) => {
      const { total } = await api.changeRequests.actionable.query({ params: { projectId: id } })
      return { id, name, total }
    })
    return (await Promise.all(asked)).filter(({ total }) => total > 0)
  },
})
