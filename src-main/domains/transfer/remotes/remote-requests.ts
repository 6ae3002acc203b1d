/** A request that is made to a remote. */
export interface RemoteRequest {
  readonly method: 'GET' | 'POST'
  /** Path, with the names of its parameters after colons. */
  readonly path: string
}

/**
 * All that a remote is ever asked: the list is closed, and none of it changes anything there. The export is a POST only
 * because what to export stands in its body.
 */
export const REMOTE_REQUESTS = {
  uiConfig: { method: 'GET', path: '/api/admin/ui-config' },
  openapi: { method: 'GET', path: '/docs/openapi.json' },
  projects: { method: 'GET', path: '/api/admin/projects' },
  environments: { method: 'GET', path: '/api/admin/environments' },
  apiTokens: { method: 'GET', path: '/api/admin/api-tokens' },
  segments: { method: 'GET', path: '/api/admin/segments' },
  strategies: {
    method: 'GET',
    path: '/api/admin/projects/:project/features/:feature/environments/:environment/strategies',
  },
  exportFlags: { method: 'POST', path: '/api/admin/features-batch/export' },
} as const satisfies Record<string, RemoteRequest>

export type RemoteQuestion = keyof typeof REMOTE_REQUESTS
