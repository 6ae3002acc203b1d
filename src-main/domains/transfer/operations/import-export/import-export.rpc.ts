import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { exportFeatures, importToggles, requestImport, validateImport } from './import-export.use-case.ts'

export const importExportRpc = (access: AccessDirectory) =>
  router({
    export: mutationOf(exportFeatures),
    validate: queryOf(validateImport),
    import: mutationOf(importToggles(access)),
    request: mutationOf(requestImport(access)),
  })
