import { api, type Outputs } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'
import { keys, queryClient } from '#lib/queries.ts'

type ProjectCode = Outputs['getProjectCode']
type FeatureCode = Outputs['getFeatureCode']

// below the project's own key: a change of its flags may change the findings
const projectKey = (projectId: string) => [...keys.project(projectId), 'code'] as const
const flagKey = (featureName: string) => keys.featureExtra(featureName, 'code')

/** Reads the code folders of a project, and what the last scan found. */
export const projectCodeQuery = (
  projectId: string,
): { queryKey: readonly string[]; queryFn: () => Promise<ProjectCode> } => ({
  queryKey: projectKey(projectId),
  queryFn: () => api.getProjectCode.query({ params: { projectId } }),
})

/** Reads the places in code that use a flag. */
export const flagCodeQuery = (
  projectId: string,
  featureName: string,
): { queryKey: readonly string[]; queryFn: () => Promise<FeatureCode> } => ({
  queryKey: [...flagKey(featureName), projectId],
  queryFn: () => api.getFeatureCode.query({ params: { projectId, featureName } }),
})

/** Scans the code of a project, and shows the result on its page and on those of its flags. A scan is no event. */
export const scanCode = (projectId: string): Promise<boolean> =>
  attempt("Couldn't scan the code", async () => {
    const code = await api.scanProjectCode.mutate({ params: { projectId } })
    queryClient.setQueryData(projectKey(projectId), code)
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [area, , what, project] }) =>
        area === 'feature-extra' && what === 'code' && project === projectId,
    })
  })
