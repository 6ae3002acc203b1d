import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { exportFeatures } from './export-features.ts'
import { importToggles } from './import-toggles.ts'
import { requestImport } from './request-import.ts'
import { validateImport } from './validate-import.ts'

export const importExportHttp = (access: AccessDirectory) => [
  bind(exportFeatures, {
    reply: ({ flags, fileName }) => ({
      status: 200,
      body: flags,
      ...(fileName === null
        ? {}
        : { headers: { 'content-disposition': `attachment; filename="${fileName}"` } }),
    }),
  }),
  bind(validateImport),
  // the contract answers nothing: over HTTP the request is found among the pending ones
  bind(importToggles(access)),
  bind(requestImport(access)),
]
