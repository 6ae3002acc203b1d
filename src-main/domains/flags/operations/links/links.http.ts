import { bind } from '../../../../transport/http/bind.ts'
import { createFeatureLink } from './create-feature-link.ts'
import { deleteFeatureLink } from './delete-feature-link.ts'
import { updateFeatureLink } from './update-feature-link.ts'

export const linksHttp = [bind(createFeatureLink), bind(updateFeatureLink), bind(deleteFeatureLink)]
