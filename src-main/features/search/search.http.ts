import { bind } from '../../transport/http/bind.ts'
import { searchFeatures } from './search-features.use-case.ts'

export const searchHttp = [bind(searchFeatures)]
