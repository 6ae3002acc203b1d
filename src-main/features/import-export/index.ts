/** Import and export: flags with all that hangs on them in an environment, as a file. */
export { importExportHttp } from './import-export.http.ts'
export { importExportRpc } from './import-export.rpc.ts'
export { importToggles } from './import-export.use-case.ts'
export { importFile } from './import-file.ts'
