import type { AppError } from '#kernel/app-error.ts'
import type { Reply } from '#kernel/route.ts'
import type { Adaptation } from './adaptation.ts'
import { isRecord } from '#shared/own-value.ts'

const doneWhereNotFound = (refusal: AppError): Reply | AppError =>
  refusal.status === 404 ? { status: 200 } : refusal

/** Since 8, deleting something that does not exist succeeds (docs/contract/versions.md#deleting-nothing). */
export const DELETE_MISSING: Adaptation = {
  versions: '>=8.0.0',
  operations: ['deletePat', 'deleteFeature'],
  refusal: doneWhereNotFound,
}

/** docs/contract/flags.md#undepend: until 8 that was so of the dependencies of a flag that has none. */
export const NO_DEPENDENCIES: Adaptation = {
  versions: '<8.0.0',
  operations: ['deleteFeatureDependencies', 'deleteFeatureDependency'],
  refusal: (refusal) =>
    / has no dependencies to remove in project /.test(refusal.message) ? doneWhereNotFound(refusal) : refusal,
}

/** docs/contract/versions.md#metrics-without-bucket: since 8 an SDK may send metrics that count nothing. */
export const METRICS_WITHOUT_BUCKET: Adaptation = {
  versions: '>=8.0.0',
  operations: ['registerClientMetrics'],
  refusal: (refusal, { raw: { body } }) => {
    const lacksOnlyBucket =
      refusal.name === 'ValidationError' && refusal.details.every(({ path }) => path === '/body/bucket')
    return lacksOnlyBucket && isRecord(body) && body['bucket'] === undefined ? { status: 202 } : refusal
  },
}
