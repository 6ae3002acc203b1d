import { bind } from '../../../../transport/http/bind.ts'
import { searchEverything } from './search-everything.ts'
import { searchFeatures } from './search-features.ts'

export const searchHttp = [bind(searchFeatures), bind(searchEverything)]
