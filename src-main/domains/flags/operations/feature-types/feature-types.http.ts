import { bind } from '../../../../transport/http/bind.ts'
import { getAllFeatureTypes, updateFeatureTypeLifetime } from './feature-types.use-case.ts'

export const featureTypesHttp = [bind(getAllFeatureTypes), bind(updateFeatureTypeLifetime)]
