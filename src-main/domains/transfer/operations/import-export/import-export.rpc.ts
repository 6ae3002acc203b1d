import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { exportFeatures } from './export-features.ts'
import { importToggles } from './import-toggles.ts'
import { requestImport } from './request-import.ts'
import { validateImport } from './validate-import.ts'

export const importExportRpc = (access: AccessDirectory) =>
  router({
    export: mutationOf(exportFeatures),
    validate: queryOf(validateImport),
    import: mutationOf(importToggles(access)),
    request: mutationOf(requestImport(access)),
  })
