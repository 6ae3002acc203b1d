import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { exportFeatures, importToggles, requestImport, validateImport } from './import-export.use-case.ts'

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
