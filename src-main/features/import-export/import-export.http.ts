import { bind } from '../../transport/http/bind.ts'
import { exportFeatures, importToggles, validateImport } from './import-export.use-case.ts'

export const importExportHttp = [
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
  bind(importToggles),
]
