import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Diagnosis, DoctorRequest } from '../schemas/diagnosis.ts'

/** Halyard's own: the service it is compatible with has no such operation. */
export const diagnoseConnection = operation({
  operationId: 'diagnoseConnection',
  method: 'POST',
  path: '/api/admin/doctor',
  tag: 'Doctor',
  everywhere: true,
  summary: 'Explains a token, a URL or an error of an SDK',
  description:
    'Nothing of the text is stored or logged, and no secret of it is part of the answer. Callers who may not read tokens learn what their holder could learn.',
  access: audienceOnly,
  place: 'instance',
  body: DoctorRequest,
  responses: { 200: Diagnosis },
})
