import { bind } from '../../../../transport/http/bind.ts'
import { searchEverything } from './search-everything.use-case.ts'
import { searchFeatures } from './search-features.use-case.ts'

export const searchHttp = [bind(searchFeatures), bind(searchEverything)]
