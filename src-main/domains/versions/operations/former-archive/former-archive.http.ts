import { bind } from '../../../../transport/http/bind.ts'
import { getArchivedFeatures } from './get-archived-features.ts'
import { getArchivedFeaturesByProjectId } from './get-archived-features-by-project-id.ts'

export const formerArchiveHttp = [bind(getArchivedFeatures), bind(getArchivedFeaturesByProjectId)]
