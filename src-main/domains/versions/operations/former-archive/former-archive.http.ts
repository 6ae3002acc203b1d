import { bind } from '../../../../transport/http/bind.ts'
import { getArchivedFeatures, getArchivedFeaturesByProjectId } from './get-archived-features.use-case.ts'

export const formerArchiveHttp = [bind(getArchivedFeatures), bind(getArchivedFeaturesByProjectId)]
