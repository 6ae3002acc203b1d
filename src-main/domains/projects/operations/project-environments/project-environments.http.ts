import { bind } from '../../../../transport/http/bind.ts'
import { addEnvironmentToProject } from './add-environment-to-project.ts'
import { removeEnvironmentFromProject } from './remove-environment-from-project.ts'

export const projectEnvironmentsHttp = [bind(addEnvironmentToProject), bind(removeEnvironmentFromProject)]
