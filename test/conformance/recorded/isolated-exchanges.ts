/** Requests that would change what later ones meet: answered by an instance of their own. */
export const isIsolated = (id: string) => id.startsWith('enterprise-paths/') || ISOLATED_EXCHANGES.has(id)
export const ISOLATED_EXCHANGES: ReadonlySet<string> = new Set([
  'projects/create-project-oss',
  'projects/create-project-oss-session',
  'projects/validate-project-id-oss',
  'projects/update-project-oss',
  'projects/update-project-settings-oss',
  'projects/delete-project-oss',
  'projects/archive-project-oss',
  'environments/create-environment-oss',
  'environments/validate-environment-name-oss',
  'environments/update-environment-oss',
  'environments/clone-environment-oss',
  'environments/delete-environment-oss',
])
