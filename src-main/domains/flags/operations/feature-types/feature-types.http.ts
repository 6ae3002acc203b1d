import { bind } from '../../../../transport/http/bind.ts'
import { getAllFeatureTypes } from './get-all-feature-types.ts'
import { updateFeatureTypeLifetime } from './update-feature-type-lifetime.ts'

export const featureTypesHttp = [bind(getAllFeatureTypes), bind(updateFeatureTypeLifetime)]
