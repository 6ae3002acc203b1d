import { bind } from '../../transport/http/bind.ts'
import { getAllEnvironments } from './get-all-environments.use-case.ts'

export const environmentsHttp = [bind(getAllEnvironments)]
