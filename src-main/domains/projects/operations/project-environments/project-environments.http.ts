import { bind } from '../../../../transport/http/bind.ts'
import { addEnvironmentToProject } from './add-environment.use-case.ts'
import { removeEnvironmentFromProject } from './remove-environment.use-case.ts'

export const projectEnvironmentsHttp = [bind(addEnvironmentToProject), bind(removeEnvironmentFromProject)]
