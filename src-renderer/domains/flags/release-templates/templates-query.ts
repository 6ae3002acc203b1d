import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/queries.ts'

/** All release templates, archived ones too. */
export const templatesQuery = () => ({
  queryKey: keys.releaseTemplates,
  queryFn: () => api.getReleasePlanTemplates.query({}),
})
