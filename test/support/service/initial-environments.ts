/** The environment `development` of a new instance, as its API answers it. */
export const DEVELOPMENT = {
  name: 'development',
  type: 'development',
  sortOrder: 1,
  enabled: true,
  protected: false,
  requiredApprovals: null,
}
