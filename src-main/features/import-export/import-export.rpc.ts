import { mutationOf, queryOf, router } from '../../transport/rpc/init.ts'
import { exportFeatures, importToggles, validateImport } from './import-export.use-case.ts'

export const importExportRpc = router({
  export: mutationOf(exportFeatures),
  validate: queryOf(validateImport),
  import: mutationOf(importToggles),
})
