import { bind } from '../../../../transport/http/bind.ts'
import { createFeatureLink, deleteFeatureLink, updateFeatureLink } from './change-links.use-case.ts'

export const linksHttp = [bind(createFeatureLink), bind(updateFeatureLink), bind(deleteFeatureLink)]
